"""Starts the bundled `hybridize` on the Python that runs this file: `python -I server.py lsp`."""

import sys
from pathlib import Path

OLDEST, NEWEST = (3, 10), (3, 13)
"""The Pythons that `libs` holds native modules for."""


def main() -> None:
    """Runs the command line given to this file.  Raises SystemExit, with a message on a Python that is unfit."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        this = ".".join(map(str, sys.version_info[:2]))
        sys.exit(f"the bundled server runs on Python 3.{OLDEST[1]} to 3.{NEWEST[1]}; this is {this}")
    sys.path.insert(0, str(Path(__file__).resolve().parent / "libs"))
    from hybridize_cli.main import run

    run()


if __name__ == "__main__":  # worker processes import this file again
    main()
