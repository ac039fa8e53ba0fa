"""Timing: variants take turns, so that what else the machine does falls on all of them.

The order of a round is drawn anew: what runs after a variant of the same model finds its weights in the caches.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any


def side_by_side(
    variants: Mapping[str, Callable[[], Any]], rounds: int, warm_up: int = 2
) -> dict[str, dict[str, float]]:
    """Medians of `cpu_ms` (of all threads) and `wall_ms` per variant, after `warm_up` calls of each."""
    for call in variants.values():
        for _ in range(warm_up):
            call()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in variants}
    draw = random.Random(0)
    for _ in range(rounds):
        for name, call in draw.sample(
            sorted(variants.items(), key=lambda variant: variant[0]), len(variants)
        ):
            cpu, wall = time.process_time(), time.perf_counter()
            call()
            times[name].append((time.process_time() - cpu, time.perf_counter() - wall))
    return {name: _medians(pairs) for name, pairs in times.items()}


def once(call: Callable[[], Any], scale: float = 1.0) -> dict[str, float]:
    """One warmed-up call, scaled: for variants that take too long to repeat."""
    call()
    found = side_by_side({"": call}, 1, 0)[""]
    return {**{key: value * scale for key, value in found.items()}, "scaled_by": scale}


def _medians(pairs: list[tuple[float, float]]) -> dict[str, float]:
    return {"cpu_ms": 1e3 * median(p[0] for p in pairs), "wall_ms": 1e3 * median(p[1] for p in pairs)}


def ratio(times: Mapping[str, Mapping[str, float]], name: str, base: str, clock: str = "cpu_ms") -> float:
    """How many times longer `name` takes than `base`."""
    return round(times[name][clock] / times[base][clock], 3)
