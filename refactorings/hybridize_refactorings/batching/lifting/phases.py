"""Cuts a program for one example into phases that can each run for all examples.

Tensor code runs for all at once; a loop over the items of an example runs item by item, for all that have one left; what
needs Python runs one example after the other, and ends the phase before it.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hybridize_refactorings.batching.lifting.asking import asked_for, decides, is_question, with_lengths
from hybridize_refactorings.batching.lifting.hazards import EFFECTS, IN_TURN, LATER, Code
from hybridize_refactorings.batching.lifting.inlining import choices, chooses
from hybridize_refactorings.batching.lifting.loops import columns
from hybridize_refactorings.batching.lifting.tensor_code import objection, prepared
from hybridize_refactorings.names import Names, exposed, loads, stores
from hybridize_refactorings.refusals import Refused

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
    """names: of the example, and what they hold.  tensor, python: what is read since the last phase, the second after the
    first.  effects: phases with side effects."""

    code: Code
    names: dict[str, str]
    counts: set[str]
    taken: set[str]
    phases: list[Phase] = field(default_factory=list)
    tensor: list[ast.stmt] = field(default_factory=list)
    python: list[ast.stmt] = field(default_factory=list)
    effects: set[int] = field(default_factory=set)


def cut(
    code: Code, lines: Sequence[ast.stmt], given: Mapping[str, ast.expr], taken: Names
) -> tuple[Phase, ...] | Refused:
    """The phases, or one sentence why there are none, with the line."""
    names = {name: _first_kind(code, name, lines) for name in given}
    counts = {name for name, held in given.items() if _counts(held)}
    state = _Cut(code, names, counts, set(taken) | set(given) | {n for line in lines for n in stores(line)})
    items = {name for name, kind in names.items() if kind == ITEMS}
    pending = list(with_lengths(lines, items, state.taken))
    while pending:
        if (why := _read(state, pending.pop(0), pending)) is not None:
            return why
    if (why := _close(state, [], last=True)) is not None:
        return why
    return tuple(state.phases)


def _first_kind(code: Code, name: str, lines: Iterable[ast.stmt]) -> str:
    """What a name of the loop holds, by how it is used."""
    nodes = [node for line in lines for node in ast.walk(line)]
    if any(isinstance(node, ast.For) and name in _names(node.iter) for node in nodes):
        return ITEMS
    for node in nodes:
        if any(name in _names(test) for test in choices(node)):
            return PYTHON
        if isinstance(node, ast.Call) and name in _names(node) and chooses(code, node, name):
            return PYTHON
    return ROWS


def _read(state: _Cut, node: ast.stmt, pending: list[ast.stmt]) -> Refused | None:
    if isinstance(node, ast.For) and _names(node.iter) & set(state.names):
        return _fold(state, node, pending)
    kinds = {hazard.kind for hazard in state.code.hazards_in(node)}
    rows = {name for name, kind in state.names.items() if kind == ROWS}
    if kinds & LATER and not is_question(node) and (asked := asked_for(state.code, node, rows, state.taken)):
        pending[:0] = asked
        return None
    python = bool(kinds & (LATER | EFFECTS)) or is_question(node) or _is_python(state, node)
    if (why := state.code.obstacle(node, IN_TURN if python else ())) is not None:
        return why
    if not python and (why := objection(node, state.names, state.counts)) is not None:
        return why
    if python and isinstance(node, (ast.Return, ast.For, ast.While, ast.If)):
        return Refused(f"line {node.lineno}: Python needs a value here, in the middle of tensor code")
    after = not python and _comes_after(state, node)
    if after and (why := _close(state, [node, *pending])) is not None:
        return why
    (state.python if python else state.tensor).append(node)
    state.effects |= {len(state.phases)} if kinds & EFFECTS else set()
    if len(state.effects) > 1:
        return Refused(f"line {node.lineno}: effects of one example would come behind others of the next")
    for name in stores(node):
        state.names[name] = PYTHON if python else ROWS
    return None


def _comes_after(state: _Cut, node: ast.stmt) -> bool:
    """Whether tensor code has to wait for what Python does before it."""
    used = {name for each in state.python for name in (*stores(each), *_reads(each))}
    bound = {name for each in state.python for name in stores(each)}
    ends = bool(state.python) and any(isinstance(each, ast.Return) for each in ast.walk(node))
    return ends or bool(bound & set(_reads(node))) or bool(used & set(stores(node)))


def _is_python(state: _Cut, node: ast.stmt) -> bool:
    """Arithmetic with Python values only, and lengths."""
    read = _names(node) & set(state.names)
    if not read or any(state.names[name] == ROWS for name in read):
        return False
    for each in ast.walk(node):
        if isinstance(each, (ast.Subscript, ast.Return, ast.If)):
            return False
        if isinstance(each, ast.Call) and ast.unparse(each.func) not in _PLAIN:
            return False
    return True


_PLAIN = frozenset({"abs", "bool", "float", "int", "len", "max", "min", "round", "str"})


def _close(state: _Cut, rest: Sequence[ast.stmt], *, last: bool = False) -> Refused | None:
    """Ends the phases that are being read: tensor code, then Python."""
    tensor, python = tuple(state.tensor), tuple(state.python)
    state.tensor, state.python = [], []
    if tensor and (why := _close_part(state, tensor, (*python, *rest), last=last and not python)) is not None:
        return why
    if not python:
        return None
    read = tuple(n for n in _ordered(python) if n in state.names and n in exposed(python)[0])
    return _close_turn(state, python, read, _outputs(python, rest), rest)


def _outputs(body: Sequence[ast.stmt], rest: Sequence[ast.stmt]) -> tuple[str, ...]:
    later = {name for node in rest for name in _reads(node)}
    return tuple(dict.fromkeys(name for node in body for name in stores(node) if name in later))


def _close_part(
    state: _Cut, body: tuple[ast.stmt, ...], rest: Sequence[ast.stmt], *, last: bool
) -> Refused | None:
    read = [n for n in _ordered(body) if n in state.names and n in exposed(body)[0]]
    returns = any(isinstance(each, ast.Return) for node in body for each in ast.walk(node))
    if returns and not any(state.names[n] == ROWS for n in read):
        return Refused(f"line {body[-1].lineno}: the result is no tensor")
    if returns and not last:
        return Refused(f"line {body[0].lineno}: it returns before what Python needs is known")
    if items := [n for n in read if state.names[n] == ITEMS]:
        return Refused(f"line {body[0].lineno}: `{items[0]}` is used as a whole, and as a sequence of items")
    keys = tuple(n for n in read if state.names[n] == PYTHON)
    rows = tuple(n for n in read if n not in keys)
    made = tuple(prepared(node, set(rows)) for node in body)
    state.phases.append(Part(made, rows, keys, None if returns else _outputs(body, rest)))
    return None


def _close_turn(
    state: _Cut,
    body: tuple[ast.stmt, ...],
    read: tuple[str, ...],
    outputs: tuple[str, ...],
    rest: Sequence[ast.stmt],
) -> Refused | None:
    """What Python makes of an example selects what runs, or is data for it."""
    for name in outputs:
        if decides(body, name, state.names):
            continue
        if _first_kind(state.code, name, rest) != ROWS:
            return Refused(f"line {body[-1].lineno}: `{name}` is not seen to be a whole number or a text")
        state.names[name] = ROWS
    state.phases.append(Turn(body, read, outputs))
    return None


def _fold(state: _Cut, line: ast.For, pending: Sequence[ast.stmt]) -> Refused | None:
    node = copy.deepcopy(line)
    if (why := _close(state, [line, *pending])) is not None:
        return why
    jumps = [n for n in ast.walk(node) if isinstance(n, (ast.Break, ast.Continue, ast.Return))]
    if jumps or node.orelse:
        return Refused(f"line {(jumps or node.orelse)[0].lineno}: the loop over items may end early")
    read = columns(node.target, node.iter, node.body, frozenset(state.taken))
    if isinstance(read, Refused):
        return read
    items, sequences = tuple(name for name, _ in read), tuple(held for _, held in read)
    counts = {name for name, held in read if _counts(held)}
    if (why := _step_objection(state, node, items, counts)) is not None:
        return why
    reads, _ = exposed(node.body, frozenset(items))
    written = dict.fromkeys(name for inner in node.body for name in stores(inner))
    later = {name for each in pending for name in _reads(each)}
    carried = tuple(name for name in written if name in reads or name in later)
    if unset := [name for name in carried if state.names.get(name) != ROWS]:
        return Refused(
            f"line {node.lineno}: `{unset[0]}` has no value of fixed shape before the loop over items"
        )
    if python := [name for name in reads if state.names.get(name) in (PYTHON, ITEMS)]:
        return Refused(f"line {node.lineno}: the loop over items reads `{python[0]}`, which is no tensor")
    known = {name for each in sequences for name in _names(each)} & set(state.names)
    rows = tuple(n for n in _ordered(node.body) if n in reads and n in state.names and n not in carried)
    body = tuple(prepared(inner, {*items, *carried, *rows, *written}) for inner in node.body)
    state.phases.append(Fold(body, items, sequences, tuple(sorted(known)), carried, rows))
    state.taken |= set(items)
    return None


def _step_objection(state: _Cut, node: ast.For, items: tuple[str, ...], counts: set[str]) -> Refused | None:
    """Why the body of a loop over items is no tensor code."""
    names = {**{n: k for n, k in state.names.items() if k != ITEMS}, **dict.fromkeys(items, ROWS)}
    names |= dict.fromkeys((name for inner in node.body for name in stores(inner)), ROWS)
    for inner in node.body:
        if (why := objection(inner, names, counts) or state.code.obstacle(inner)) is not None:
            return Refused(f"{why.reason}, in the loop over the items of an example")
    for name in items:
        for call in (n for n in ast.walk(node) if isinstance(n, ast.Call) and name in _names(n)):
            if chooses(state.code, call, name):
                return Refused(
                    f"line {call.lineno}: `{ast.unparse(call.func)}` chooses by `{name}`, which differs inside one batch"
                )
    return None


def _counts(held: ast.expr) -> bool:
    """Whether it holds whole numbers: `range(n)`."""
    return isinstance(held, ast.Call) and ast.unparse(held.func) == "range"


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
