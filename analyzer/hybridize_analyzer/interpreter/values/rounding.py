"""Where the last bit matters of what a graph rounds otherwise: where it is compared, rounded or made an integer."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.making import LARGE, RATIO, Making
from hybridize_analyzer.domain.state import Bindings, CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import Array, Scalar, Tensor, Value, parts_of, tensors
from hybridize_analyzer.interpreter.tracing import between
from hybridize_analyzer.interpreter.values.arithmetic import FLOATS, Operand, Operation
from hybridize_analyzer.program.code import FunctionCode, found_once, parameter_names
from hybridize_analyzer.report import Location

_ROUNDED = ("call whose result is computed with and rounded", "call whose result is rounded")
"""Notes of calls: those from which what is rounded comes in some way, and those whose quotient is nearly that."""
_PARAMETER = "parameter that is rounded"
_ROUNDED_OTHERWISE = "a result is rounded or compared whose last bit a graph computes in another way"


def note_rounded(
    state: State, frame: Frame, node: ast.AST, found: Iterable[Tensor], *, surely: bool = True
) -> None:
    """Something asks for the last bit of a result; so it does of the calls from which this comes.

    found: the tensors that are asked.  surely: whether that is seen, and not only possible as a dtype is not known.
    A quotient by a constant often lies on an edge: of these the answer differs for ordinary numbers, of what else a graph
    rounds otherwise only for rare ones.
    """
    near = surely and any(tensor.made.has(RATIO) for tensor in found)
    if near:
        state.emit(
            frame,
            node,
            Kind.ROUNDING,
            "a quotient by a constant is rounded or compared, and a graph multiplies",
        )
    else:
        state.emit(frame, node, Kind.LIMITS, _ROUNDED_OTHERWISE)
    if isinstance(node, ast.expr):
        _note_origins(state, frame, node, frame.module.location(node), near=near)


def note_taken(state: State, frame: Frame, node: ast.expr, value: Value) -> None:
    """Python or NumPy rounds a value: a tensor, or an array or a number that was read from one.

    How a number was computed since it was read is not known: a quotient may be far behind it.
    """
    found = [tensor for tensor in tensors(value) if tensor.dtype in (None, *FLOATS)]
    if any(tensor.rounded for tensor in found):
        note_rounded(state, frame, node, found)
    arrays = any(isinstance(atom, Array) and atom.dtype in (None, *FLOATS) for atom in value)
    if arrays or any(isinstance(atom, Scalar) and atom.type == "float" for atom in value):
        _note_origins(state, frame, node, frame.module.location(node), near=arrays)


def _note_origins(state: State, frame: Frame, node: ast.expr, where: Location, *, near: bool) -> None:
    """The last bit is asked for, at a place, of the calls and the parameters from which an expression comes.

    near: whether what is asked there is a quotient by a constant, or nearly one.
    """
    function = frame.function
    root: ast.AST = function.node if function is not None else frame.module.tree
    names = parameter_names(function.node.args) if function is not None else ()
    known = found_once(root, _known_origins)
    if node not in known:
        known[node] = tuple(between.behind(root, node))
    for origin in known[node]:
        if isinstance(origin, ast.Call):
            state.note(_ROUNDED[near], frame.module.location(origin), where)
        elif origin.id in names:
            state.note(_PARAMETER, (function, origin.id, near), where)


def _known_origins(_: ast.AST) -> dict[ast.expr, tuple[ast.Call | ast.Name, ...]]:
    """The calls and names behind expressions of a body, as far as anybody has asked for them."""
    return {}


def note_arguments(state: State, frame: Frame, node: ast.AST, code: FunctionCode, given: Bindings) -> None:
    """What a function rounds of its arguments, a graph may round otherwise where it is computed."""
    if not isinstance(node, ast.Call):
        return
    rounded = (n for n, value in given.items() for a in value if type(a) is Tensor and a.rounded)
    inexact = dict.fromkeys(rounded)
    written = between.given_by_name(node, parameter_names(code.node.args)) if inexact else {}
    for name in inexact:
        for near in (False, True):
            where = state.noted(_PARAMETER, (code, name, near))
            if where is not None and name in written:
                _note_origins(state, frame, written[name], where, near=near)


def rounded_by_callers(
    state: State, contexts: Sequence[Context], above: Iterable[CallSite]
) -> Iterator[Event]:
    """A caller rounds the quotient that a function returns."""
    returned = [atom for c in contexts for atom in c.summary.returned]
    parts = [*returned, *(atom for each in returned for value in parts_of(each) for atom in value)]
    inexact = [atom for atom in parts if isinstance(atom, Tensor) and atom.rounded]
    if not inexact:
        return
    noted: dict[bool, Location] = {}
    for site in above:
        for near, table in enumerate(_ROUNDED):
            where = state.noted(table, site.where)
            if where is not None:
                noted[bool(near)] = min(where, noted.get(bool(near), where))
    if True in noted and any(tensor.made.has(RATIO) for tensor in inexact):
        message = "a caller rounds or compares a quotient that it returns, and a graph multiplies instead"
        yield Event(Kind.ROUNDING, message, noted[True])
    elif noted:
        yield Event(Kind.LIMITS, f"by a caller {_ROUNDED_OTHERWISE}", min(noted.values()))


def note_cancelled(operation: Operation) -> None:
    """`(x + a) - a`, by which a program rounds on purpose; a graph adds the constants first.

    In another order (`1.0 - (1.0 - x)` of a mask) only where the constant is so large that numbers near 1 lose by it.
    """
    added = operation.added
    rounds = any(abs(number) >= LARGE for number in added) or _is_in_a_row(operation.node)
    if len(added) > 1 and sum(added) == 0 and rounds:
        message = "a constant is added and taken away, which rounds, and which a graph leaves out"
        operation.state.emit(operation.frame, operation.node, Kind.ROUNDING, message)
    elif (place := _NEAR_ZERO.get(operation.name)) is not None and place < len(operation.operands):
        _note_what_is_left(operation, operation.operands[place])


_NEAR_ZERO = {"divide": 1, "log": 0, "rsqrt": 0, "reciprocal": 0}
"""The operands of which it matters much whether they are zero or nearly so."""


def _note_what_is_left(operation: Operation, operand: Operand) -> None:
    """What rounding leaves of a sum is divided by, or the like."""
    if not _leaves_rounding(operand.made):
        return
    state, frame, node = operation.state, operation.frame, operation.node
    message = (
        f"`{operation.name}` of what rounding leaves of a sum with a constant, which a graph rounds otherwise"
    )
    state.emit(frame, node, Kind.LIMITS, message)
    if isinstance(operand.node, ast.expr):
        _note_origins(state, frame, operand.node, frame.module.location(node), near=False)


def _leaves_rounding(made: Making) -> bool:
    """Whether it is `u - a` after `u = x + a`: `x` but for the last bits of `u`, by which such programs correct others."""
    return len(made.added) > 1 and sum(made.added) == 0


def _is_in_a_row(node: ast.AST) -> bool:
    """`x + a - b` as it is written."""
    sums = (ast.Add, ast.Sub)
    inner = node.left if isinstance(node, ast.BinOp) and isinstance(node.op, sums) else None
    return isinstance(inner, ast.BinOp) and isinstance(inner.op, sums)
