"""Everything that serving and testing need, in order."""

from pathlib import Path

from steps import node, site, venv


def prepare(*, dev: bool = False) -> tuple[Path, Path]:
    """Set up what is missing and build what is out of date.

    Returns
    -------
    node, site
        The Node to use, and the folder of the finished site.
    """
    venv.ensure()
    found = node.ensure_node()
    node.ensure_packages(found)
    return found, site.build(found, dev=dev)
