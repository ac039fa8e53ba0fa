"""What runs inside the user's program: standard library only, Python 3.9 and later, no TensorFlow unless it is there.

The folder is copied, under the name `_hybridize_probe`, next to a `sitecustomize.py` that calls `start`; the rest of
`hybridize` is not importable there.  Nothing that goes wrong in here may reach the program.
"""

from __future__ import annotations

import json
import os


def start() -> None:
    """Reads the configuration that the environment names, and hooks into what will be imported."""
    with open(os.environ["HYBRIDIZE_PROBE"], encoding="utf-8") as stream:  # noqa: PTH123 - pathlib is slow to import
        config = json.load(stream)
    from . import imports, processes
    from .calls import Watcher
    from .log import Log
    from .places import Places

    processes.keep_environment()
    log = Log(config["output"])
    places = Places(config["original"], config["copy"])
    watcher = Watcher(log, timing=config["timing"], names=config["names"])
    imports.install(places, config["watched"], config["modules"], watcher, config["seed"])
