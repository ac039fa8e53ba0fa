"""A plugin of pytest: keeps the tests that the configuration names, and leaves out the rest.

Loaded by `PYTEST_ADDOPTS` in runs for which tests were chosen; a session that has none of them runs all of its own.
"""

from __future__ import annotations

import json
import os
from typing import Any


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Called by pytest when it knows its tests."""
    with open(os.environ["HYBRIDIZE_PROBE"], encoding="utf-8") as stream:  # noqa: PTH123 - as in `start`
        wanted = frozenset(json.load(stream)["tests"])
    kept = [item for item in items if item.nodeid in wanted]
    if kept and len(kept) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in wanted])
        items[:] = kept
