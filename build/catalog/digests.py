"""Makes every file of a catalog whose number is SHARE modulo SHARES and prints its size and hash, a JSON line each.

python digests.py SHARE SHARES. Its own program, so that it runs in any interpreter: see check.py.
"""

import hashlib
import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "build"), str(ROOT / "py")]

from catalog.make import build_file, file_names  # noqa: E402


def main() -> None:
    """Print the lines."""
    share, shares = int(sys.argv[1]), int(sys.argv[2])
    for name in file_names()[share::shares]:
        started = time.perf_counter()
        data = build_file(name)
        seconds = time.perf_counter() - started
        line = {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest(), "seconds": seconds}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
