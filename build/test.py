"""Set up and run every check and test: python3 build/test.py [-- PYTEST ARGUMENTS]."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - it may be run by any
    sys.exit(f"error: Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")

import argparse

from steps import checks, chromium
from steps.prepare import prepare
from steps.progress import run_main


def main() -> int:
    """Run all stages and report them all; with arguments after --, set up and run pytest with them alone."""
    parser = argparse.ArgumentParser(prog="build/test.py", description="Set up and run every check and test.")
    parser.add_argument("pytest", nargs="*", help="after --: arguments for pytest, which then runs alone")
    options = parser.parse_args()
    node, site = prepare()
    browser = chromium.ensure()
    if options.pytest:
        return checks.pytest_alone(options.pytest, browser)
    return checks.run_all(node, site, browser)


if __name__ == "__main__":
    sys.exit(run_main(main))
