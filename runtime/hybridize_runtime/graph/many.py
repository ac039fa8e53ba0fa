"""Graphs of many trees at once: one flat pass over Python's objects, and NumPy for all that follows.

`from_nested` asks Python functions about every object of one graph, and takes objects that are shared for one vertex.  Here
the objects of all trees go into one list, parents before children, so that numbers, child lists and heights of all are a few
operations on arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, chain, compress
from operator import attrgetter, itemgetter
from typing import Any

import numpy as np

from hybridize_runtime.errors import GraphError
from hybridize_runtime.graph.blocks import Block, Part
from hybridize_runtime.graph.builders import from_nested
from hybridize_runtime.graph.graphs import InstanceGraph, Ints, ranges

Children = str | Sequence[str] | Callable[[Any], Iterable[Any] | None] | None
Row = str | Callable[[Any], int | None] | None

_CHECKED = 1 << 12  # objects after which what was found is searched for cycles, and after twice as many again


def from_trees(
    roots: Sequence[Any],
    children: Children = None,
    cells: tuple[str, str] | Callable[[Any], str] = ("leaf", "inner"),
    pulls: Mapping[str, Row] | None = None,
) -> list[InstanceGraph]:
    """The graphs of trees of Python objects, one per root.

    children: how the children of an object are found.  None: tuples and lists (also those of classes of their own, such as
    `nltk.Tree`) hold theirs, everything else is a leaf.  The name of an attribute or key that holds them; several names, of
    which each holds a child or None; or a function.  Objects with no or None children are leaves.
    cells: the names of the cells of leaves and of all others, or a function of the object.
    pulls: by input, which row an object reads: None for the object itself, which is a leaf then and a whole number; the name
    of an attribute or key; or a function.  Objects without it, or with None, read none.
    Objects that are reached on several paths become a vertex on each; where that would not end, the cycle is an error.
    Raises GraphError for cycles, and for rows that are no whole numbers.
    """
    if not len(roots):
        return []
    below = _children_of(children)
    levels, counts = _listed(roots, below)
    if levels is None:
        return [_one_by_one(root, below, cells, pulls) for root in roots]
    nodes, n = list(chain.from_iterable(levels)), len(roots)
    count = np.array(counts, np.int64)
    parent = np.repeat(np.arange(len(nodes)), count)  # of every node behind the roots, in their order
    tree, height = _trees_and_heights(list(map(len, levels)), parent)
    codes, names = _codes(nodes, count, cells)
    rows = {name: _rows(nodes, count, row, name) for name, row in (pulls or {}).items()}
    block = _block(n, tree, height, count, codes, names, rows)
    return [Part(block, number) for number in block.graphs]


class Kept:
    """Graphs of objects, by their identity: what was made for an object is kept as long as this is.

    make: the graphs of a list of objects, such as `partial(from_trees, pulls=…)`.  What has changed must not be given again.
    """

    def __init__(self, make: Callable[[Sequence[Any]], Sequence[InstanceGraph]]) -> None:
        self._make = make
        self._kept: dict[int, tuple[Any, InstanceGraph]] = {}

    def __call__(self, objects: Sequence[Any]) -> list[InstanceGraph]:
        """The graphs of these objects; those that are new are made together."""
        new = [each for each in objects if id(each) not in self._kept]
        if new:
            self._kept.update(
                (id(each), (each, graph)) for each, graph in zip(new, self._make(new), strict=True)
            )
        return [self._kept[id(each)][1] for each in objects]

    def __len__(self) -> int:
        return len(self._kept)


def _children_of(children: Children) -> Callable[[Sequence[Any]], list[Sequence[Any]]]:
    """What yields the children of each of these objects."""
    if children is None:
        return lambda nodes: [node if isinstance(node, (tuple, list)) else () for node in nodes]
    if callable(children):
        return lambda nodes: [tuple(children(node) or ()) for node in nodes]
    if isinstance(children, str):
        one = _getter(children)
        return lambda nodes: [one(node) or () for node in nodes]
    several = [_getter(name) for name in children]
    return lambda nodes: [[child for get in several if (child := get(node)) is not None] for node in nodes]


def _getter(name: str) -> Callable[[Any], Any]:
    """The attribute or key of this name; None where an object has neither."""
    attribute, key = attrgetter(name), itemgetter(name)

    def get(node: Any) -> Any:
        try:
            return key(node) if isinstance(node, Mapping) else attribute(node)
        except (AttributeError, KeyError):
            return None

    return get


def _listed(
    roots: Sequence[Any], below: Callable[[Sequence[Any]], list[Sequence[Any]]]
) -> tuple[list[list[Any]] | None, list[int]]:
    """All objects by level, children of one side by side, and how many children each has.  None: they never end."""
    levels: list[list[Any]] = [list(roots)]
    counts: list[int] = []
    inner: set[int] = set()
    checked, total = _CHECKED, 0
    while levels[-1]:
        found = below(levels[-1])
        sizes = list(map(len, found))
        total += len(sizes)
        counts += sizes
        if total > checked:
            for level, start in _places(levels):
                inner.update(map(id, compress(level, counts[start : start + len(level)])))
            if len(inner) < sum(map(bool, counts)):
                return None, []
            checked *= 2
        levels.append(list(chain.from_iterable(found)))
    return levels, counts


def _places(levels: Sequence[list[Any]]) -> Iterable[tuple[list[Any], int]]:
    """The levels, and how many objects are before each."""
    ends = list(accumulate(map(len, levels)))
    return zip(levels, [0, *ends[:-1]], strict=True)


def _one_by_one(root: Any, below: Any, cells: Any, pulls: Any) -> InstanceGraph:
    """The same where objects are shared, perhaps by themselves."""
    asked = {name: _row_of(row) for name, row in (pulls or {}).items()}

    def cell(node: Any) -> str:
        return str(cells(node)) if callable(cells) else cells[len(below([node])[0]) > 0]

    return from_nested(root, lambda node: below([node])[0], cell, asked)


def _row_of(row: Row) -> Callable[[Any], Any]:
    if row is None:
        return lambda node: node if isinstance(node, (int, np.integer)) else None
    return _getter(row) if isinstance(row, str) else row


def _trees_and_heights(sizes: Sequence[int], parent: Ints) -> tuple[Ints, Ints]:
    """Which tree each node is in, and its height; `sizes`: nodes of each level."""
    ends = np.cumsum(sizes)
    n, total = sizes[0], int(ends[-1])
    tree, height = np.arange(total), np.zeros(total, np.int32)
    spans = list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))
    for start, end in spans:
        tree[start:end] = tree[parent[start - n : end - n]]
    for start, end in reversed(spans):
        np.maximum.at(height, parent[start - n : end - n], height[start:end] + 1)
    return tree, height


def _codes(nodes: Sequence[Any], count: Ints, cells: Any) -> tuple[Ints, tuple[str, ...]]:
    """By node the number of its cell, and the names of the cells."""
    if not callable(cells):
        return (count > 0).astype(np.int32), tuple(cells)
    numbers: dict[Hashable, int] = {}
    codes = [numbers.setdefault(cells(node), len(numbers)) for node in nodes]
    return np.array(codes, np.int32), tuple(map(str, numbers))


def _rows(nodes: Sequence[Any], count: Ints, row: Row, name: str) -> Ints:
    """By node the row that it reads, -1 for none."""
    if row is None:  # leaves, which are rows themselves
        leaf = count == 0
        rows = np.full(len(nodes), -1, np.int64)
        rows[leaf] = _numbers(list(compress(nodes, leaf.tolist())), name)
    else:
        asked = _row_of(row)
        rows = _numbers([-1 if (value := asked(node)) is None else value for node in nodes], name)
    if len(bad := np.flatnonzero(rows < -1)):
        raise GraphError(f"`pulls[{name!r}]` gives row {rows[bad[0]]} for an object; rows start at 0")
    return rows.astype(np.int32)


def _numbers(found: list[Any], name: str) -> Ints:
    if not set(map(type, found)) <= {int, np.int32, np.int64}:
        wrong = [value for value in found if not isinstance(value, (int, np.integer))]
        if wrong:
            raise GraphError(
                f"`pulls[{name!r}]` gives {wrong[0]!r:.80} for an object; give the number of a row, or None"
            )
    return np.array(found, np.int64)


def _block(
    n: int,
    tree: Ints,
    height: Ints,
    count: Ints,
    codes: Ints,
    names: tuple[str, ...],
    rows: Mapping[str, Ints],
) -> Block:
    """The graphs of the trees.  Vertices are the nodes backwards, so that children come before their parents."""
    total = len(tree)
    order = np.argsort(tree[::-1], kind="stable")  # backwards, tree by tree
    order = total - 1 - order
    number = np.empty(total, np.int32)
    number[order] = np.arange(total, dtype=np.int32)
    first = n + np.cumsum(count) - count  # of the children of a node, among all nodes
    arity = count[order]
    block = Block(
        names,
        codes[order],
        _ends(arity),
        number[ranges(first[order], arity)],
        {name: values[order] for name, values in rows.items()},
        arity.astype(np.int32),
        height[order],
        _ends(np.bincount(tree, minlength=n)),
    )
    for array in (*vars(block).values(), *block.pulls.values()):
        if isinstance(array, np.ndarray):
            array.flags.writeable = False  # and so are its parts
    return block


def _ends(counts: Ints) -> Ints:
    """Where each begins, and the end."""
    ends = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=ends[1:])
    return ends
