"""What a batch is asked for, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, eq=False)
class Outputs:
    """Results of a batch.

    `state`: states of the vertices that were read (by default the roots), in the order of instances, [reads, ...].
    `pushed`: for each pushed name the rows of all vertices that push it, instance after instance, [vertices, ...].
    """

    state: Mapping[str, Any]
    pushed: Mapping[str, Any]


class Way(NamedTuple):
    """How a batch is computed: as in training or not, for gradients or not, with which seeds of random operations."""

    training: bool
    gradients: bool
    seeds: Mapping[str, Any]
