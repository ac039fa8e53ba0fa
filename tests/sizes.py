"""How much of something seeded a test draws: little for every change, more with `HYBRIDIZE_NIGHTLY=1`.

Tests that ask here are marked `sized`, so that `make test-slow` finds them.
"""

from __future__ import annotations

import os

_NIGHTLY = os.environ.get("HYBRIDIZE_NIGHTLY") == "1"


def size(every_change: int, nightly: int) -> int:
    """The first number, or the second one where tests have the time of a night."""
    return nightly if _NIGHTLY else every_change
