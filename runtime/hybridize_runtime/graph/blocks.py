"""Graphs that were made together: the arrays of all of them, of which a plan of all of them needs no copy.

A graph of a block cuts its own arrays out when they are asked for, which is never where batches are new every time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from hybridize_runtime.graph.graphs import InstanceGraph, Ints, made_graph


@dataclass(frozen=True, eq=False)
class Block:
    """Trees, one after the other: read-only int32 arrays as those of graphs, but for vertices, which are numbered through.

    `starts`: first vertex of each graph, [graphs + 1].  The root of a tree is its last vertex, and is what is read.
    """

    names: tuple[str, ...]
    codes: Ints
    offsets: Ints
    children: Ints
    pulls: Mapping[str, Ints]
    arity: Ints
    heights: Ints
    starts: Ints

    @cached_property
    def graphs(self) -> tuple[int, ...]:
        """The numbers of the graphs."""
        return tuple(range(len(self.starts) - 1))

    @cached_property
    def edges(self) -> Ints:
        """First child of each graph, [graphs + 1]."""
        return self.offsets[self.starts]

    @cached_property
    def rows(self) -> Mapping[str, Ints]:
        """How many rows of each input belong to each graph."""
        first = self.starts[:-1]
        return {name: np.maximum.reduceat(values, first) + 1 for name, values in self.pulls.items()}

    def arrays(self, number: int) -> dict[str, Any]:
        """What one graph is made of, by the names of its fields."""
        start, end = self.starts[number : number + 2].tolist()
        first, last = self.edges[number : number + 2].tolist()
        codes = self.codes[start:end]
        return {
            "names": self.names,
            "cells": tuple(map(self.names.__getitem__, codes.tolist())),
            "codes": codes,
            "offsets": _read_only(self.offsets[start : end + 1] - first),
            "children": _read_only(self.children[first:last] - start),
            "pulls": {name: values[start:end] for name, values in self.pulls.items()},
            "edge_pulls": {},
            "arity": self.arity[start:end],
            "heights": self.heights[start:end],
            "reads": _read_only(np.array([end - start - 1], np.int32)),
            "rows": {name: int(rows[number]) for name, rows in self.rows.items()},
        }


def _read_only(array: Ints) -> Ints:
    array.flags.writeable = False
    return array


class Part(InstanceGraph):
    """A graph of a block."""

    def __init__(self, block: Block, number: int) -> None:
        self.__dict__.update(block=block, number=number)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "codes" in self.__dict__:
            raise AttributeError(name)
        self.__dict__.update(self.block.arrays(self.number))
        return getattr(self, name)

    @cached_property
    def reads(self) -> Ints:
        """Not by `__getattr__`: the class has a default of this name."""
        reads: Ints = self.__getattr__("reads")
        return reads

    def __len__(self) -> int:
        return int(self.block.starts[self.number + 1] - self.block.starts[self.number])

    def __reduce__(self) -> Any:
        """Without the others of the block."""
        return made_graph, (self.block.arrays(self.number),)


def block_of(graphs: Sequence[InstanceGraph]) -> Block | None:
    """The block whose graphs these are: all of them, in their order."""
    first = graphs[0]
    if type(first) is not Part:
        return None
    block = first.block
    found = [graph.number for graph in graphs if type(graph) is Part and graph.block is block]
    return block if len(found) == len(graphs) and tuple(found) == block.graphs else None
