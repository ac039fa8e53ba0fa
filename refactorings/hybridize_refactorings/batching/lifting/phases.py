"""Cuts a program for one example into phases that can each run for all examples.

Tensor code runs for all at once; a loop over the items of an example runs item by item, for all that have one left; what
needs Python runs one example after the other, and ends the phase before it.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hybridize_refactorings.batching.lifting.hazards import EFFECTS, LATER, hazards_in, obstacle
from hybridize_refactorings.batching.lifting.loops import Line, at, columns, free
from hybridize_refactorings.batching.lifting.tensor_code import objection, prepared
from hybridize_refactorings.names import exposed, loads, stores

ROWS, ITEMS, PYTHON = "rows", "items", "python"


@dataclass(frozen=True, slots=True)
class Part:
    """Tensor code.  rows, keys: the names that differ from example to example; outputs: None where it returns."""

    body: tuple[ast.stmt, ...]
    rows: tuple[str, ...]
    keys: tuple[str, ...]
    outputs: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Fold:
    """A loop over the items of an example.

    items: names of one step.  sequences: what holds them for one example.  depends: names of the example in them.
    state: names that pass from item to item.  rows: other names of the example that the body reads.
    """

    body: tuple[ast.stmt, ...]
    items: tuple[str, ...]
    sequences: tuple[ast.expr, ...]
    depends: tuple[str, ...]
    state: tuple[str, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What Python does for one example after the other."""

    body: tuple[ast.stmt, ...]
    reads: tuple[str, ...]
    outputs: tuple[str, ...]


Phase = Part | Fold | Turn


@dataclass(slots=True)
class _Cut:
    """names: of the example, and what they hold.  waiting: lines of the phase that is being read."""

    names: dict[str, str]
    taken: set[str]
    phases: list[Phase] = field(default_factory=list)
    waiting: list[Line] = field(default_factory=list)
    python: bool = False
    effects: list[int] = field(default_factory=list)


def cut(
    lines: Sequence[Line], given: Mapping[str, ast.expr], taken: frozenset[str]
) -> tuple[Phase, ...] | str:
    """The phases, or one sentence why there are none, with the line."""
    names = {name: _first_kind(name, lines) for name in given}
    state = _Cut(names, set(taken) | set(given) | {n for line in lines for n in stores(line.node)})
    pending = list(lines)
    while pending:
        line = pending.pop(0)
        read = _read(state, line, pending)
        if isinstance(read, str):
            return read
    if (reason := _close(state, [], last=True)) is not None:
        return reason
    return tuple(state.phases)


def _first_kind(name: str, lines: Sequence[Line]) -> str:
    """What a name of the loop holds, by how it is used."""
    for line in lines:
        for node in ast.walk(line.node):
            if isinstance(node, ast.For) and name in _names(node.iter):
                return ITEMS
            test = node.test if isinstance(node, (ast.If, ast.IfExp)) else None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
                test = node.func.slice
            if test is not None and name in _names(test):
                return PYTHON
    return ROWS


def _read(state: _Cut, line: Line, pending: list[Line]) -> str | None:
    node = line.node
    if isinstance(node, ast.For) and _names(node.iter) & set(state.names):
        return _fold(state, line, pending)
    kinds = {hazard.kind for hazard in hazards_in(line.owner, node)}
    if kinds & LATER and (hoisted := _hoisted(state, node)):
        pending[:0] = [Line(each, line.owner) for each in hoisted]
        return None
    python = bool(kinds & (LATER | EFFECTS)) or _is_python(state, node)
    if (
        why := obstacle(line.owner, node, LATER | EFFECTS | {"frozen"} if python else frozenset())
    ) is not None:
        return why
    if not python and (why := objection(node, state.names)) is not None:
        return why
    if python and isinstance(node, (ast.Return, ast.For, ast.While)):
        return f"line {node.lineno}: Python needs a value here, in the middle of tensor code"
    if python != state.python and (why := _close(state, [line, *pending])) is not None:
        return why
    state.python = python
    if kinds & EFFECTS:
        state.effects.append(len(state.phases))
        if len(set(state.effects)) > 1:
            return f"line {node.lineno}: effects of one example would come behind others of the next"
    state.waiting.append(line)
    for name in stores(node):
        state.names[name] = PYTHON if python else ROWS
    return None


def _is_python(state: _Cut, node: ast.stmt) -> bool:
    """Arithmetic and choices of Python values only."""
    read = _names(node) & set(state.names)
    values = bool(read) and all(state.names[name] == PYTHON for name in read)
    plain = not any(isinstance(each, (ast.Call, ast.Subscript, ast.Return)) for each in ast.walk(node))
    return values and plain


def _hoisted(state: _Cut, node: ast.stmt) -> list[ast.stmt]:
    """The tensor code inside a statement that needs Python, as statements above it; empty where there is none."""
    hoist = _Hoist(state)
    if isinstance(node, ast.If):
        test = copy.deepcopy(node.test)
        changed = hoist.visit(test)
        if not hoist.found and _rows_in(state, test):
            name = hoist.name(test)
            changed = ast.copy_location(ast.Name(name, ast.Load()), test)
        if not hoist.found:
            return []
        flag = free("chosen", state.taken)
        state.taken.add(flag)
        asked = ast.Call(ast.Name("bool", ast.Load()), [changed], [])
        decided = at(ast.Assign([ast.Name(flag, ast.Store())], asked), node.test)
        state.names[flag] = PYTHON
        branch = copy.deepcopy(node)
        branch.test = ast.copy_location(ast.Name(flag, ast.Load()), node.test)
        return [*hoist.found, decided, branch]
    changed = hoist.visit(copy.deepcopy(node))
    return [*hoist.found, changed] if hoist.found else []


class _Hoist(ast.NodeTransformer):
    """Gives names to tensor code whose value Python asks for: `E` in `int(E)`, `float(E)`, `bool(E)`, `E.numpy()`."""

    def __init__(self, state: _Cut) -> None:
        self.state = state
        self.found: list[ast.stmt] = []

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        inner: ast.expr | None = None
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("numpy", "item") and not node.args:
            inner = node.func.value
        elif (
            isinstance(node.func, ast.Name)
            and node.func.id in ("int", "float", "bool")
            and len(node.args) == 1
        ):
            inner = node.args[0]
        if inner is None or isinstance(inner, (ast.Name, ast.Constant)) or not _rows_in(self.state, inner):
            return node
        if any(
            isinstance(each, ast.Attribute) and each.attr in ("numpy", "item") for each in ast.walk(inner)
        ):
            return node
        name = ast.copy_location(ast.Name(self.name(inner), ast.Load()), inner)
        if isinstance(node.func, ast.Attribute):
            node.func.value = name
        else:
            node.args = [name]
        return node

    def name(self, inner: ast.expr) -> str:
        name = free("value", self.state.taken)
        self.state.taken.add(name)
        self.found.append(at(ast.Assign([ast.Name(name, ast.Store())], copy.deepcopy(inner)), inner))
        return name


def _rows_in(state: _Cut, node: ast.expr) -> bool:
    names = {state.names.get(name) for name in _names(node)}
    return ROWS in names and PYTHON not in names


def _close(state: _Cut, rest: Sequence[Line], *, last: bool = False) -> str | None:
    """Ends the phase that is being read."""
    body = tuple(line.node for line in state.waiting)
    state.waiting = []
    if not body:
        return None
    later = {name.id for line in rest for name in loads(line.node)}
    later |= {name for line in rest if isinstance(line.node, ast.AugAssign) for name in stores(line.node)}
    written = tuple(dict.fromkeys(name for node in body for name in stores(node)))
    outputs = tuple(name for name in written if name in later)
    read = [n for n in _ordered(body) if n in state.names and n in exposed(body)[0]]
    if state.python:
        state.phases.append(Turn(body, tuple(read), outputs))
        return None
    returns = any(isinstance(each, ast.Return) for node in body for each in ast.walk(node))
    if returns and not any(state.names[n] == ROWS for n in read):
        return f"line {body[-1].lineno}: the result is no tensor"
    if returns and not last:
        return f"line {body[0].lineno}: it returns before what Python needs is known"
    keys = tuple(n for n in read if state.names[n] == PYTHON)
    if items := [n for n in read if state.names[n] == ITEMS]:
        return f"line {body[0].lineno}: `{items[0]}` is used as a whole, and as a sequence of items"
    names = dict.fromkeys(read, ROWS) | dict.fromkeys(keys, PYTHON)
    made = tuple(prepared(node, {n for n, kind in names.items() if kind == ROWS}) for node in body)
    rows = tuple(n for n in read if n not in keys)
    state.phases.append(Part(made, rows, keys, None if returns else outputs))
    return None


def _fold(state: _Cut, line: Line, pending: Sequence[Line]) -> str | None:
    node = copy.deepcopy(line.node)
    assert isinstance(node, ast.For)
    if (why := _close(state, [line, *pending])) is not None:
        return why
    for inner in node.body:
        if (why := obstacle(line.owner, inner)) is not None:
            return f"{why}, in the loop over the items of an example"
    if (
        jumps := [n for n in ast.walk(node) if isinstance(n, (ast.Break, ast.Continue, ast.Return))]
        or node.orelse
    ):
        return f"line {jumps[0].lineno}: the loop over items may end early"
    read = columns(node.target, node.iter, node.body, frozenset(state.taken))
    if isinstance(read, str):
        return read
    items, sequences = tuple(name for name, _ in read), tuple(held for _, held in read)
    inside = {**{n: k for n, k in state.names.items() if k != ITEMS}, **dict.fromkeys(items, ROWS)}
    for inner in node.body:
        if (why := objection(inner, {**inside, **dict.fromkeys(stores(inner), ROWS)})) is not None:
            return why
    reads, _ = exposed(node.body, frozenset(items))
    written = dict.fromkeys(name for inner in node.body for name in stores(inner))
    later = {name.id for each in pending for name in loads(each.node)}
    carried = tuple(name for name in written if name in reads or name in later)
    if unset := [name for name in carried if state.names.get(name) != ROWS]:
        return f"line {node.lineno}: `{unset[0]}` has no value of fixed shape before the loop over items"
    if python := [name for name in reads if state.names.get(name) in (PYTHON, ITEMS)]:
        return f"line {node.lineno}: the loop over items reads `{python[0]}`, which is no tensor"
    known = {name for each in sequences for name in _names(each)} & set(state.names)
    rows = tuple(n for n in _ordered(node.body) if n in reads and n in state.names and n not in carried)
    data = set(items) | set(carried) | set(rows)
    body = tuple(prepared(inner, data) for inner in node.body)
    state.phases.append(Fold(body, items, sequences, tuple(sorted(known)), carried, rows))
    state.taken |= set(items)
    return None


def _names(node: ast.AST) -> set[str]:
    return {name.id for name in loads(node)}


def _ordered(nodes: Iterable[ast.stmt]) -> Iterator[str]:
    """Names that statements read, in the order of the text."""
    return iter(dict.fromkeys(name for node in nodes for name in _reads(node)))


def _reads(node: ast.stmt) -> Iterator[str]:
    yield from (name.id for name in loads(node))
    for each in ast.walk(node):
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            yield each.target.id
