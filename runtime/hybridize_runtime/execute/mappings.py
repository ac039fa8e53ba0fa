"""Memory mappings of this process, which XLA takes for code and never gives back.

A compiled Tree-LSTM takes about 500 of them per set of sizes.  Where the kernel refuses more (Linux: 65,530 by default),
XLA ends the process with a segmentation fault; so compiling has to stop before.
"""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path

SHARE = 0.75  # of all mappings: above, no further sizes are compiled
_USED, _LIMIT = Path("/proc/self/maps"), Path("/proc/sys/vm/max_map_count")


def exhausted() -> bool:
    """Whether XLA should not compile more in this process.  Warns when that is found for the first time."""
    if _found or (limit := most()) is None or used() < SHARE * limit:
        return bool(_found)
    _found.append(True)
    warnings.warn(
        f"this process has used {SHARE:.0%} of its {limit} memory mappings, most of them for programs that XLA has "
        "compiled; batches of further sizes run in the executor `loop`, which is slower. Raise `vm.max_map_count` "
        "(sysctl), or train fewer networks in one process",
        RuntimeWarning,
        stacklevel=2,
    )
    return True


def used() -> int:
    """The mappings of this process."""
    with _USED.open("rb") as lines:
        return sum(1 for _ in lines)


@cache
def most() -> int | None:
    """How many there can be; None where the system does not say."""
    try:
        used()
        return int(_LIMIT.read_text())
    except (OSError, ValueError):
        return None


_found: list[bool] = []  # mappings of compiled programs stay, so this stays too
