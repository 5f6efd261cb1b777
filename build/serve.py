"""Set up, build the site and serve it: python3 build/serve.py [--port N] [--host ADDRESS] [--no-open] [--dev]."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - it may be run by any
    sys.exit(f"error: Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")

import argparse
import webbrowser

from steps.prepare import prepare
from steps.progress import run_main
from steps.server import SiteServer


def main() -> int:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="build/serve.py", description="Set up, build the site and serve it.")
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one (default 8000)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument("--dev", action="store_true", help="serve Python as sources and log requests")
    options = parser.parse_args()
    _, site = prepare(dev=options.dev)
    with SiteServer(site, options.host, options.port, log=options.dev) as server:
        print(f"Serving on {server.url} (Ctrl+C stops)", flush=True)
        if not options.no_open:
            webbrowser.open(server.url)
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(run_main(main))
