"""Other packages, where they are installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def installed(name: str) -> Any | None:
    """The module, or None."""
    try:
        return import_module(name)
    except ImportError:
        return None
