"""The version of the installed distribution."""

from __future__ import annotations


def tool_version() -> str:
    """Such as `0.1.0`; `0+source` when run from a source tree that is not installed."""
    from importlib import metadata

    try:
        return metadata.version("hybridize")
    except metadata.PackageNotFoundError:
        return "0+source"
