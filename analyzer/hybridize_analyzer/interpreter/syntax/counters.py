"""Counters and flags: local variables that only count up, or are only set to truth values, which a graph holds as tensors.

`i = 0`, `i += 1` is a Python number in eager execution.  A loop or a branch on a tensor makes an int32 tensor of it in a
graph, from there on.  Where tensors are indexed with it, where it is compared, and where it is computed with tensors of
int32, both give the same, so that it does not matter which one it is.  Two things are seen to:

- From the first turn of a graph loop on, and behind a branch on a tensor, the variable is a number *or* a tensor
  (`as_carried`, `as_chosen`).  `if i > 0:` is a branch on a tensor then, and `names[i]` is refused, as for any tensor.
- A number takes the dtype of what it is computed with and an int32 tensor does not.  So each use has to be one of those
  that are named here, and what stands beside the variable is looked at as that is met (`check`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import Atom, Bound, Const, External, Scalar, Tensor, Tuple, Value, one
from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.program.code import (
    FunctionCode,
    bound_in,
    bound_names,
    found_once,
    parameter_names,
    walk,
)

_MOST = 16
"""What a counter begins with, and what is added to it at once, at most: no loop comes to the end of int32 by such steps."""
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult)
_SHIFTS = (ast.Add, ast.Sub)
_RESTS = (ast.Mod, ast.FloorDiv)
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_OPERATIONS = frozenset(
    f"tensorflow.{module}{name}"
    for module in ("", "math.")
    for name in "less less_equal greater greater_equal equal not_equal maximum minimum add subtract multiply".split()
)
_INDIFFERENT = frozenset({"tensorflow.cast", "keras.ops.cast", "tensorflow.print"})
_DTYPES = {int: "int32", bool: "bool"}
_TESTS = (ast.If, ast.While, ast.IfExp)


@dataclass(frozen=True, slots=True)
class _Use:
    """One place where a counter, or a counter plus a constant, is read.

    name: of the variable.  node: the syntax around it.  written: the expression.  tested: whether it makes up the test of a
    branch or a loop.  copy: the variable that is set to it as it is.
    """

    name: str
    node: ast.AST
    written: ast.expr
    tested: bool = False
    copy: str | None = None


@dataclass(slots=True)
class _Counters:
    """The counters and flags of a body.

    dtypes: of the tensors that a graph makes of them, by name.  copies: each with those that are set to it, or to such a
    copy.  uses: by the syntax around them.
    """

    dtypes: dict[str, str] = field(default_factory=dict)
    copies: dict[str, set[str]] = field(default_factory=dict)
    uses: dict[ast.AST, list[_Use]] = field(default_factory=dict)


def as_carried(frame: Frame, body: Sequence[ast.stmt], names: Bindings) -> Bindings:
    """The variables as a turn of a graph loop finds them: its counters and flags are tensors there."""
    if frame.function is None:
        return names
    dtypes = found_once(frame.function.node, _counters).dtypes
    return _as_tensors(frame, frame.function, names, dtypes.keys() & bound_in(body)) if dtypes else names


def as_chosen(frame: Frame, name: str) -> Tensor | None:
    """The tensor that a graph makes of a counter or a flag which a branch sets; None for all other variables."""
    code = frame.function
    if code is None or not _is_local(code, name):
        return None
    known = found_once(code.node, _counters)
    if name not in known.dtypes:
        return None
    frame.counters |= known.copies[name]
    return Tensor("tensor", known.dtypes[name], ())


def _as_tensors(frame: Frame, code: FunctionCode, names: Bindings, chosen: Iterable[str]) -> Bindings:
    made = {
        name: names[name] | {tensor}
        for name in chosen
        if name in names and _is_local(code, name) and (tensor := as_chosen(frame, name)) is not None
    }
    return names | made


def _is_local(code: FunctionCode, name: str) -> bool:
    """Whether nothing but the body itself has the variable."""
    return code.scope.is_own(name) and name not in parameter_names(code.node.args)


def is_carried(frame: Frame, test: ast.expr) -> bool:
    """Whether a test is one of a counter or a flag of which a graph has made a tensor by then."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return is_carried(frame, test.operand)
    if isinstance(test, ast.Name):
        return test.id in frame.counters
    if frame.function is None or not frame.counters:
        return False
    uses = found_once(frame.function.node, _counters).uses.get(test, ())
    return any(use.name in frame.counters for use in uses)


def check(state: State, frame: Frame, node: ast.AST, *beside: Value) -> None:
    """Says of a counter that a graph has a tensor for it, where what it is used with makes a difference.

    beside: both operands, in their order; what is indexed, and the index; or what is called, and the arguments by position.
    """
    if frame.function is None:
        return
    for use in found_once(frame.function.node, _counters).uses.get(node, ()):
        if use.name not in frame.counters or _is_indifferent(use, node, beside):
            continue
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and _is_summed(beside):
            message = f"`{use.name}` counts the turns of a loop: there are some"
            state.emit(frame, node, Kind.VALUE, message)
        else:
            message = f"`{use.name}` is a number of which a graph makes a tensor, and is used with what is no int32 tensor"
            state.emit(frame, node, Kind.CONTROL, message, aspect=Aspect.NUMBER)


def _is_indifferent(use: _Use, node: ast.AST, beside: Sequence[Value]) -> bool:
    """Whether a number and an int32 tensor give the same at a place."""
    match node:
        case ast.Subscript(slice=index):
            return all(map(_is_dense, beside[0])) and _is_plain_index(use.name, index, beside[1])
        case ast.Compare(left=left):
            other = beside[1] if left is use.written else beside[0]
            return _are_of_int32(other) or (use.tested and _may_be_either(other))
        case ast.BinOp(left=left):
            return _are_of_int32(beside[1] if left is use.written else beside[0])
        case ast.AugAssign():
            return _are_of_int32(beside[0])
        case ast.Call(args=args):
            return _takes_both(beside[0], args.index(use.written), beside[1:])
    return False


def _is_summed(beside: Sequence[Value]) -> bool:
    """Whether a counter is computed with a sum: a tensor, or the number that it began with where nothing was added."""
    return all(_may_be_either(value) and any(map(_is_dense, value)) for value in beside)


def _takes_both(called: Value, position: int, given: Sequence[Value]) -> bool:
    """Whether a call takes a number and an int32 tensor alike."""
    if all(isinstance(a, Bound) and _is_array(a.receiver) for a in called):
        return not called or position == 0
    names = {canonical(a.name) if isinstance(a, External) else None for a in called}
    if not names:
        return True  # nothing is called yet
    if names <= _INDIFFERENT:
        return position == 0 or names == {"tensorflow.print"}
    return names <= _OPERATIONS and all(map(_may_be_either, given))


def _is_array(atom: Atom) -> bool:
    return isinstance(atom, Tensor) and atom.kind == "array"


def _is_dense(atom: Atom) -> bool:
    return isinstance(atom, Tensor) and atom.kind in ("tensor", "variable") and not atom.of_array


def _are_of_int32(value: Value) -> bool:
    return bool(value) and all(isinstance(a, Tensor) and _is_dense(a) and a.dtype == "int32" for a in value)


def _may_be_either(value: Value) -> bool:
    """Whether there are nothing but whole numbers of Python and tensors of int32."""
    return all((isinstance(a, (Const, Scalar)) and a.type == "int") or _are_of_int32(one(a)) for a in value)


def _is_plain_index(name: str, written: ast.expr, index: Value) -> bool:
    """Whether an index consists of counters, constants and int32 tensors: beside others a number takes their dtype.

    name: of the counter, which is all that the bounds of slices may be computed of.
    """
    if not isinstance(written, ast.Tuple):
        return _has_own_bounds(name, written) if isinstance(written, ast.Slice) else _may_be_either(index)
    for atom in index:
        if not isinstance(atom, Tuple) or len(atom.elements) != len(written.elts):
            return False
        for part, value in zip(written.elts, atom.elements, strict=True):
            plain = isinstance(part, ast.Constant) or _has_own_bounds(name, part)
            if not (plain or _may_be_either(value)):
                return False
    return True


def _has_own_bounds(name: str, part: ast.expr) -> bool:
    """Whether it is a slice with bounds that are constants, or computed of one variable and constants."""
    return isinstance(part, ast.Slice) and all(
        node.id == name if isinstance(node, ast.Name) else isinstance(node, _OF_BOUNDS) for node in walk(part)
    )


_OF_BOUNDS = (ast.Slice, ast.Constant, ast.BinOp, ast.UnaryOp)


def _counters(root: ast.AST) -> _Counters:
    """The counters and flags among the variables of a body, by all that sets them and all that is done with them."""
    settings = _settings(root)
    dtypes = {name: each.dtype for name, each in settings.items()}
    if not dtypes:
        return _Counters()
    above = {child: node for node in walk(root) for child in ast.iter_child_nodes(node)}
    uses: dict[str, list[_Use | None]] = {name: [] for name in dtypes}
    for node in walk(root):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in dtypes:
            uses[node.id].append(_use(node, above, of_truth=dtypes[node.id] == "bool"))
    kept = {name for name, each in uses.items() if None not in each}
    while left := {n for n in kept if not settings[n].copied <= kept or not _copies(uses[n]) <= kept}:
        kept -= left
    found = _Counters({name: dtypes[name] for name in kept}, {n: _reached(n, uses) for n in kept})
    for use in (use for name in sorted(kept) for use in uses[name] if use is not None):
        found.uses.setdefault(use.node, []).append(use)
    return found


def _reached(name: str, uses: Mapping[str, Sequence[_Use | None]]) -> set[str]:
    """A variable, and what is set to it, directly or by way of others."""
    found, pending = {name}, [name]
    while pending:
        more = _copies(uses[pending.pop()]) - found
        found |= more
        pending += more
    return found


def _copies(uses: Iterable[_Use | None]) -> set[str]:
    """The variables that are set to a variable as it is."""
    return {use.copy for use in uses if use is not None and use.copy is not None}


@dataclass(slots=True)
class _Settings:
    """How a variable is set throughout.  dtype: of the constants.  copied: other variables that it is set to."""

    dtype: str
    copied: set[str] = field(default_factory=set)


def _settings(root: ast.AST) -> dict[str, _Settings]:
    """What only `n = 0`, `n += 1`, `n = n - 1` and `n = m` set, or `done = False` and the like, by name."""
    times: dict[str, int] = {}
    found: dict[str, list[type | str]] = {}
    for node in walk(root):
        for name in bound_names(node):
            times[name] = times.get(name, 0) + 1
        if (setting := _setting(node)) is not None:
            found.setdefault(setting[0], []).append(setting[1])
    made: dict[str, _Settings] = {}
    for name, each in found.items():
        types = {kind for kind in each if isinstance(kind, type)}
        if len(each) == times[name] and len(types) == 1:
            made[name] = _Settings(_DTYPES[types.pop()], {kind for kind in each if isinstance(kind, str)})
    return {
        n: each
        for n, each in made.items()
        if all(c in made and made[c].dtype == each.dtype for c in each.copied)
    }


def _setting(node: ast.AST) -> tuple[str, type | str] | None:
    """The variable that a statement sets as counters and flags are set, with the type of the constant, or what it copies."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=bool())):
            return name, bool
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)):
            return name, other
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_step(value):
            return name, int
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub(), value=value) if _is_step(
            value
        ):
            return name, int
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.BinOp(left=ast.Name(id=other), op=ast.Add() | ast.Sub(), right=value),
        ) if other == name and _is_step(value):
            return name, int
    return None


def _is_step(node: ast.expr) -> bool:
    """Whether it is a small whole number."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value <= _MOST


def _use(name: ast.Name, above: Mapping[ast.AST, ast.AST], *, of_truth: bool) -> _Use | None:
    """How a variable is read; None where it makes a difference there whether it is a number or a tensor."""
    written: ast.expr = name
    node = above[name]
    setting = _setting(node)
    if setting is not None and setting[1] == name.id:
        return _Use(name.id, node, written, copy=setting[0])
    if of_truth:
        return (
            _Use(name.id, node, written, tested=True)
            if _is_tested(written, above)
            else _returned(name, above)
        )
    while isinstance(node, ast.BinOp) and _is_shifted(node, written):
        written, node = node, above[node]
    tested = isinstance(node, ast.Compare) and _is_tested(node, above)
    around = _around(node, written, above)
    if around is not None:
        return _Use(name.id, around, written, tested=tested)
    return _returned(name, above) if written is name else None


def _around(node: ast.AST, written: ast.expr, above: Mapping[ast.AST, ast.AST]) -> ast.AST | None:
    """The syntax around a counter, where that is looked at as it is met; None for all else."""
    match node:
        case ast.Assign() if _setting(node) is not None:
            return node  # `n = n + 1`
        case ast.Compare(ops=[operator], comparators=[_]) if isinstance(operator, _COMPARISONS):
            return node
        case ast.BinOp(op=operator) if isinstance(operator, _ARITHMETIC):
            return node
        case ast.AugAssign(op=operator, value=value) if value is written and isinstance(
            operator, _ARITHMETIC
        ):
            return node
        case ast.Call(args=args) if written in args and not any(isinstance(a, ast.Starred) for a in args):
            return node
    while isinstance(node, (ast.Slice, ast.Tuple)):
        written, node = node, above[node]
    return node if isinstance(node, ast.Subscript) and node.slice is written and _is_read(node) else None


def _is_read(node: ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Load)


def _returned(name: ast.Name, above: Mapping[ast.AST, ast.AST]) -> _Use | None:
    """A `return` of a variable, alone or in a tuple, which `python-result` looks at."""
    node = above[name]
    node = above[node] if isinstance(node, ast.Tuple) else node
    return _Use(name.id, node, name) if isinstance(node, ast.Return) else None


def _is_shifted(node: ast.BinOp, written: ast.expr) -> bool:
    """Whether a constant is added to a counter or taken from it, or a counter is divided by one."""
    if node.left is not written or not isinstance(node.right, ast.Constant):
        return False
    number = node.right.value
    least = 0 if isinstance(node.op, _SHIFTS) else 1
    return isinstance(node.op, _SHIFTS + _RESTS) and type(number) is int and least <= number < 1 << 30


def _is_tested(node: ast.expr, above: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether an expression is the test of a branch or of a loop, alone or within `and`, `or` and `not`."""
    around = above[node]
    while isinstance(around, ast.BoolOp) or (
        isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not)
    ):
        node, around = around, above[around]
    return isinstance(around, _TESTS) and around.test is node
