"""Statements that only show or count what a training step has computed, moved behind it.

`print(loss)` and `total += loss.numpy()` between the tape and the optimizer, or while the tape records, keep the step from
being one part.  They read tensors, which do not change, and what stands between writes nothing that they read: so they do
the same behind the step.  Variables do change, under whatever name they are read, and what is not known may be one; those
of a metric change where it is named.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hybridize_analyzer.interpreter.tracing.tapes import TAPE, what_opens
from hybridize_analyzer.model.held import Held

from hybridize_refactorings.names import loads, name_of, nodes_in, stores
from hybridize_refactorings.subjects import Module, Subject

_FUNCTIONS = frozenset("print float int str len round format min max abs sum".split())
_METHODS = frozenset("numpy append format join item update_state".split())
_TELLING = frozenset({"print", "float", "int", "numpy", "append", "item"})
_STEPS = frozenset("gradient apply_gradients minimize assign_sub assign_add".split())
_ARRAYS = frozenset({"np", "numpy"})
_NO_VALUES = _FUNCTIONS | _ARRAYS
_VALUES = frozenset({"tensor", "array", "container", "primitive", "none"})
_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await, ast.Try)


@dataclass(frozen=True, slots=True)
class Move:
    """The lines of a statement, the line behind which they come, and the columns by which they are moved to the left."""

    first: int
    last: int
    behind: int
    left: int

    @property
    def passed(self) -> range:
        """The lines that ran behind the statement and run before it now."""
        return range(self.last + 1, self.behind + 1)


def postponed(subject: Subject) -> list[Move]:
    """What could be moved behind the training steps in the blocks of a function."""
    module = subject.module
    found = [move for block in _blocks(subject.node.body) for move in _in_block(subject, block)]
    taken: set[int] = set()
    chosen = []
    for move in found:
        lines = set(range(move.first, move.last + 1))
        if taken.isdisjoint(lines) and _stands_alone(module, move):
            taken |= lines
            chosen.append(move)
    return chosen


def moved(module: Module, moves: Sequence[Move]) -> list[tuple[int, str]]:
    """The lines with the moves made, each with its number before."""
    texts = module.lines.texts
    away = {line for move in moves for line in range(move.first, move.last + 1)}
    found = []
    for number, text in enumerate(texts, 1):
        if number not in away:
            ended = text if text.endswith(("\n", "\r")) else text + module.lines.ending(number)
            found.append((number, ended))
        for move in moves:
            if move.behind == number:
                lines = range(move.first, move.last + 1)
                found += [(line, texts[line - 1][move.left :]) for line in lines]
    return found


def _stands_alone(module: Module, move: Move) -> bool:
    """Whether whole lines are moved: nothing else stands on them, and no text goes over several when these move left."""
    lines = module.lines.texts[move.first - 1 : move.last]
    if any(";" in line for line in lines) or not all(line.endswith(("\n", "\r")) for line in lines):
        return False
    return not move.left or all(not line[: move.left].strip() for line in lines)


def _blocks(body: Sequence[ast.stmt]) -> Iterator[Sequence[ast.stmt]]:
    """The blocks of a body, those of functions and classes in it aside."""
    pending = [body]
    for block in pending:
        yield block
        for statement in block:
            if isinstance(statement, (ast.For, ast.While, ast.If, ast.With)):
                pending += [each for each in (statement.body, getattr(statement, "orelse", [])) if each]


def _in_block(subject: Subject, block: Sequence[ast.stmt]) -> Iterator[Move]:
    for at, statement in enumerate(block):
        if isinstance(statement, ast.With) and (tapes := _tapes(statement)):
            yield from _out_of_record(subject, block, at, tapes)
            yield from _behind_step(subject, block, at, tapes)
            yield from _behind_step(subject, statement.body, -1, tapes)
            yield from _out_of_block(statement, tapes)


def _tapes(statement: ast.With) -> frozenset[str]:
    """The names of the tapes that a statement makes."""
    names = (i.optional_vars for i in statement.items if what_opens(i.context_expr) == TAPE)
    return frozenset(name.id for name in names if isinstance(name, ast.Name))


def _behind_step(
    subject: Subject, block: Sequence[ast.stmt], tape: int, tapes: frozenset[str]
) -> Iterator[Move]:
    """Moves to the end of the step that begins with a tape: its gradients, and what an optimizer does with them.

    tape: the place of the tape in the block; -1 where the block is the one in which it records.
    """
    last = _end_of_step(block, tape + 1, tapes)
    if last is not None:
        computed = _computed(block[max(tape, 0) : last + 1])
        yield from _moves(subject, block[tape + 1 : last], block[last], computed)


def _out_of_record(
    subject: Subject, block: Sequence[ast.stmt], tape: int, tapes: frozenset[str]
) -> Iterator[Move]:
    """Moves from the block in which a tape records to the end of the step that follows it."""
    last, around = _end_of_step(block, tape + 1, tapes), block[tape]
    assert isinstance(around, ast.With)
    leaves = any(isinstance(node, _LEAVING) for node in nodes_in(around.body))
    if last is None or leaves or all(map(_tells, around.body)):
        return
    computed = _computed([*around.body, *block[tape + 1 : last + 1]])
    left = around.body[0].col_offset - around.col_offset
    for move in _moves(subject, [*around.body, *block[tape + 1 : last]], block[last], computed):
        if move.last <= _end(around):
            yield replace(move, left=left)


def _end_of_step(block: Sequence[ast.stmt], first: int, tapes: frozenset[str]) -> int | None:
    """The place of the last statement of a step that begins in a block; None where there is none, or it may be left."""
    last = None
    for at in range(first, len(block)):
        if any(isinstance(node, _LEAVING) for node in nodes_in([block[at]])):
            break
        if not _tells(block[at]) and _takes_step(block[at], tapes):
            last = at
    return last


def _moves(
    subject: Subject, statements: Sequence[ast.stmt], end: ast.stmt, computed: frozenset[str]
) -> list[Move]:
    """Moves of those statements behind `end` that pass nothing on the way with which they meet.

    computed: names of tensors that stay what they are.
    """
    passed, found = [end], []
    for statement in reversed(statements):
        meets = _meets(statement, passed, computed)
        if _tells(statement) and not meets and _stays_what_it_reads(subject, statement):
            found.append(Move(statement.lineno, _end(statement), _end(end), 0))
        else:
            passed.append(statement)
    return found[::-1]


def _out_of_block(statement: ast.With, tapes: frozenset[str]) -> Iterator[Move]:
    """Moves out of the block in which a tape records, from the end of it, where the tape has been asked already."""
    told = len(statement.body)
    while told and _tells(statement.body[told - 1]):
        told -= 1
    if any(_takes_step(each, tapes) for each in statement.body[:told]):
        left = statement.body[0].col_offset - statement.col_offset
        for each in statement.body[told:]:
            yield Move(each.lineno, _end(each), _end(statement), left)


def _end(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _takes_step(statement: ast.stmt, tapes: frozenset[str]) -> bool:
    """Whether a statement asks a tape for gradients, or has an optimizer take a step."""
    called = (node.func for node in nodes_in([statement]) if isinstance(node, ast.Call))
    return any(
        isinstance(function, ast.Attribute)
        and function.attr in _STEPS
        and (function.attr != "gradient" or name_of(function.value) in tapes)
        for function in called
    )


def _computed(statements: Sequence[ast.stmt]) -> frozenset[str]:
    """The names that are set to what is computed there, and to nothing else: tensors, which stay what they are."""
    made: dict[str, bool] = {}
    for node in nodes_in(statements):
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            plain = isinstance(node.value, (ast.Call, ast.BinOp, ast.UnaryOp))
            for name in stores(node):
                made[name] = made.get(name, True) and plain
    return frozenset(name for name, plain in made.items() if plain)


def _meets(statement: ast.stmt, step: Sequence[ast.stmt], computed: frozenset[str]) -> bool:
    """Whether the order of a statement and a step matters: one writes what the other reads, or may change it."""
    read, written = {each.id for each in loads(statement)}, set(stores(statement))
    of_step = {each.id for part in step for each in loads(part)}
    by_step = {name for part in step for name in stores(part)}
    return bool(written & (of_step | by_step) or read & by_step or (read & of_step) - computed)


def _stays_what_it_reads(subject: Subject, statement: ast.stmt) -> bool:
    """Whether a step that is a graph, which changes variables alone, cannot change what a statement shows.

    An object may show variables that it holds.  Something is appended to a list whatever that holds, and a metric of Keras
    gets a value whatever it has.
    """
    methods = {
        id(node.func.value): node.func.attr
        for node in nodes_in([statement])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    for name in loads(statement):
        held = None if name.id in _NO_VALUES else subject.held_by_name(name.id)
        if name.id in _NO_VALUES or (held is not None and _is_kept(held, methods.get(id(name)))):
            continue
        return False
    return True


def _is_kept(held: Held, method: str | None) -> bool:
    """Whether a step that is a graph does not change what a name holds, as far as a statement asks for it by a method."""
    if method == "update_state":
        return held.metric
    kinds = _VALUES | {"object"} if method == "append" else _VALUES
    return held.kind in kinds and not held.variables


def _tells(statement: ast.stmt) -> bool:
    """Whether a statement only shows or counts: it prints, takes values of tensors, and calls nothing else."""
    if isinstance(statement, ast.If):
        inner = (*statement.body, *statement.orelse)
        return _is_plain(statement.test) and all(map(_tells, inner))
    targets = (
        statement.targets
        if isinstance(statement, ast.Assign)
        else [statement.target]
        if isinstance(statement, ast.AugAssign)
        else []
    )
    if not isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign)):
        return False
    if not all(isinstance(target, ast.Name) for target in targets):
        return False
    value = statement.value
    called = (node.func for node in ast.walk(value) if isinstance(node, ast.Call))
    return _is_plain(value) and any(name_of(function) in _TELLING for function in called)


def _is_plain(value: ast.expr) -> bool:
    """Whether an expression reads names, and calls nothing but what shows or takes values."""
    return all(map(_is_plain_part, ast.walk(value)))


def _is_plain_part(node: ast.AST) -> bool:
    """The same of one node: what is called as a method is a node of its own."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) or getattr(node.func, "id", None) in _FUNCTIONS
    if isinstance(node, ast.Attribute):
        return node.attr in _METHODS or name_of(node.value) in _ARRAYS
    return not isinstance(node, (ast.Lambda, ast.Await, ast.Yield, ast.NamedExpr))
