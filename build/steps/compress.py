"""Brotli and gzip forms beside the site's files, for servers that answer Accept-Encoding with them."""

import json
from pathlib import Path

from steps import stamp
from steps.commands import run
from steps.paths import STEPS
from steps.progress import say

MINIMUM_BYTES = 1024
_WORTHWHILE = 0.95


def compress(node: Path, contents: dict[str, Path | bytes], cache: Path) -> None:
    """Add `<name>.br` and `<name>.gz` to the site's contents wherever they are clearly smaller.

    Parameters
    ----------
    node : Path
        The Node whose zlib compresses.
    contents : dict
        The site's contents by path; only those that are files are compressed.
    cache : Path
        Where compressed forms are kept, by the SHA-256 of what they hold.
    """
    forms = {}
    for name, content in contents.items():
        if isinstance(content, Path) and content.stat().st_size >= MINIMUM_BYTES:
            key = stamp.sha256_of(content)
            forms[name] = (content, cache / f"{key}.br", cache / f"{key}.gz")
    missing = {form[1]: form for form in forms.values() if not (form[1].is_file() and form[2].is_file())}
    if missing:
        say(f"compressing {len(missing)} files")
        cache.mkdir(parents=True, exist_ok=True)
        jobs = cache / "jobs.json"
        jobs.write_text(json.dumps([[str(path) for path in form] for form in missing.values()]))
        run([node, STEPS / "compress.mjs", jobs], "Delete .cache/compressed and run this again.")
    for name, (content, brotli, gzip) in forms.items():
        limit = content.stat().st_size * _WORTHWHILE
        for suffix, path in ((".br", brotli), (".gz", gzip)):
            if path.stat().st_size < limit:
                contents[name + suffix] = path
