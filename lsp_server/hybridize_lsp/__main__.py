"""`python -m hybridize_lsp`: the server without the rest of the command line."""

import os
import sys

# The working directory is somebody's project: its `json.py` must not be taken for Python's.
if not sys.flags.isolated and sys.path[0] == os.getcwd() != os.path.dirname(os.path.dirname(__file__)):  # noqa: PTH109,PTH120
    del sys.path[0]

import argparse


def main() -> None:
    """Reads the options and serves."""
    parser = argparse.ArgumentParser(prog="python -m hybridize_lsp", description=__doc__)
    parser.add_argument("--stdio", action="store_true", help="serve on standard streams (the default)")
    parser.add_argument(
        "--tcp", metavar="PORT", type=int, help="serve the first client that connects to PORT"
    )
    options = parser.parse_args()
    from hybridize_lsp.serving import serve

    sys.exit(serve(options.tcp))


if __name__ == "__main__":
    main()
