"""What runs inside the user's program: standard library only, Python 3.9 and later, no TensorFlow unless it is there.

The folder is copied, under the name `_hybridize_probe`, next to a `sitecustomize.py` that calls `start`; the rest of
`hybridize` is not importable there.  Nothing that goes wrong in here may reach the program.
"""

from __future__ import annotations

import json
import os
from typing import Any


def start() -> None:
    """Reads the configuration that the environment names, and hooks into what will be imported."""
    with open(os.environ["HYBRIDIZE_PROBE"], encoding="utf-8") as stream:  # noqa: PTH123 - pathlib is slow to import
        config = json.load(stream)
    from . import functions, imports, processes
    from .log import Log
    from .places import Places

    processes.keep_environment()
    log = Log(config["output"])
    places = Places(config["original"], config["copy"])
    after = {}
    note = None
    if config["mode"] == "profile":
        from . import operations
        from .profiling import Profiler

        watcher: Any = Profiler(log, config["names"])
        note = watcher.converted
        after[operations.VARIABLES] = lambda module: operations.count_variables(module, watcher.variable_made)
    else:
        from .calls import Watcher
        from .rounding import Rounding

        number = config["rounding"]
        rounding = None if number is None else Rounding(number)
        watcher = Watcher(log, timing=config["mode"] == "timing", names=config["names"], rounding=rounding)
        if config["draws"]:
            from . import draws

            shared = draws.Draws(config["seed"], watcher.running, watcher.draws_in_graph)
            after[draws.OPERATIONS] = shared.share
            after[draws.SEEDS] = lambda module: draws.watch_seeds(module, 1, lambda: log.write("seeded"))
    after["tensorflow.python.autograph.impl.api"] = lambda module: functions.watch_conversions(module, note)
    imports.install(places, config["watched"], config["modules"], watcher, config["seed"], after)
