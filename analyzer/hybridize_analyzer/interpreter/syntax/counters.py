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
"""What a counter begins with, and what is added to it at once: no loop comes to the end of int32 by such steps."""
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult)
_SHIFTS = (ast.Add, ast.Sub)
_RESTS = (ast.Mod, ast.FloorDiv)
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_COMPARES = frozenset(
    f"tensorflow.{module}{name}"
    for module in ("", "math.")
    for name in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")
)
_INDIFFERENT = frozenset({"tensorflow.cast", "keras.ops.cast", "tensorflow.print"})
_DTYPES = {int: "int32", bool: "bool"}
_TESTS = (ast.If, ast.While, ast.IfExp)


@dataclass(frozen=True, slots=True)
class _Use:
    """One place where a counter, or a counter plus a constant, is read.

    name: of the variable.  written: the expression.  tested: whether it makes up the test of a branch or a loop.
    """

    name: str
    written: ast.expr
    tested: bool


@dataclass(slots=True)
class _Counters:
    """The counters and flags of a body.

    dtypes: of the tensors that a graph makes of them, by name.  uses: by the syntax around them.
    """

    dtypes: dict[str, str] = field(default_factory=dict)
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
    dtype = found_once(code.node, _counters).dtypes.get(name)
    if dtype is None:
        return None
    frame.counters.add(name)
    return Tensor("tensor", dtype, ())


def _as_tensors(frame: Frame, code: FunctionCode, names: Bindings, chosen: Iterable[str]) -> Bindings:
    made = {
        name: names[name] | {tensor}
        for name in chosen
        if name in names and _is_local(code, name) and (tensor := as_chosen(frame, name)) is not None
    }
    return names | made


def _is_local(code: FunctionCode, name: str) -> bool:
    """Whether nothing but the body itself has the variable."""
    scope = code.scope
    others = scope.captured | scope.globals_ | scope.nonlocals
    return name in scope.assigned and name not in others and name not in parameter_names(code.node.args)


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
            return all(map(_is_dense, beside[0])) and _is_plain_index(index, beside[1])
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
    return names <= _COMPARES and len(given) == 2 and _are_of_int32(given[1 - position])


def _is_array(atom: Atom) -> bool:
    return isinstance(atom, Tensor) and atom.kind == "array"


def _is_dense(atom: Atom) -> bool:
    return isinstance(atom, Tensor) and atom.kind in ("tensor", "variable") and not atom.of_array


def _are_of_int32(value: Value) -> bool:
    return bool(value) and all(isinstance(a, Tensor) and _is_dense(a) and a.dtype == "int32" for a in value)


def _may_be_either(value: Value) -> bool:
    """Whether there are nothing but whole numbers of Python and tensors of int32."""
    return all((isinstance(a, (Const, Scalar)) and a.type == "int") or _are_of_int32(one(a)) for a in value)


def _is_plain_index(written: ast.expr, index: Value) -> bool:
    """Whether an index consists of counters, constants, int32 tensors and `:`: beside others a number takes their dtype."""
    if not isinstance(written, ast.Tuple):
        return _may_be_either(index)
    for atom in index:
        if not isinstance(atom, Tuple) or len(atom.elements) != len(written.elts):
            return False
        for part, value in zip(written.elts, atom.elements, strict=True):
            if not (_is_whole(part) or isinstance(part, ast.Constant) or _may_be_either(value)):
                return False
    return True


def _is_whole(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) and (part.lower, part.upper, part.step) == (None, None, None)


def _counters(root: ast.AST) -> _Counters:
    """The counters and flags among the variables of a body, by all that is done with them."""
    found = _Counters()
    dtypes = _set_to_constants(root)
    if not dtypes:
        return found
    above = {child: node for node in walk(root) for child in ast.iter_child_nodes(node)}
    uses: dict[str, list[tuple[ast.AST, _Use] | None]] = {name: [] for name in dtypes}
    for node in walk(root):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in dtypes:
            uses[node.id].append(_use(node, above, of_truth=dtypes[node.id] == "bool"))
    for name, each in uses.items():
        if None not in each:
            found.dtypes[name] = dtypes[name]
            for context, use in (pair for pair in each if pair is not None):
                found.uses.setdefault(context, []).append(use)
    return found


def _set_to_constants(root: ast.AST) -> dict[str, str]:
    """The dtypes of what only `n = 0`, `n += 1` and `n = n + 1` set, or `done = False` and the like, by name."""
    times: dict[str, int] = {}
    for node in walk(root):
        for name in bound_names(node):
            times[name] = times.get(name, 0) + 1
    kinds: dict[str, list[type]] = {}
    for node in walk(root):
        if (setting := _setting(node)) is not None:
            kinds.setdefault(setting[0], []).append(setting[1])
    return {
        name: _DTYPES[types[0]]
        for name, types in kinds.items()
        if len(types) == times[name] and len({*types}) == 1
    }


def _setting(node: ast.AST) -> tuple[str, type] | None:
    """The variable that a statement sets as counters and flags are set, and the type of the constant."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=bool())):
            return name, bool
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int(number)))
            | ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Constant(value=int(number)))
        ) if not isinstance(number, bool) and number <= _MOST:
            return name, int
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.BinOp(left=ast.Name(id=other), op=ast.Add(), right=ast.Constant(value=int(number))),
        ) if other == name and not isinstance(number, bool) and number <= _MOST:
            return name, int
    return None


def _use(name: ast.Name, above: Mapping[ast.AST, ast.AST], *, of_truth: bool) -> tuple[ast.AST, _Use] | None:
    """What a variable is read by, with how; None where it makes a difference there whether it is a number or a tensor."""
    written: ast.expr = name
    node = above[name]
    if of_truth:
        return (node, _Use(name.id, written, True)) if _is_tested(written, above) else _returned(name, above)
    while isinstance(node, ast.BinOp) and _is_shifted(node, written):
        written, node = node, above[node]
    match node:
        case ast.Assign() if written is not name and node.value is written:
            # `n = n + 1` sets it, which has been looked at already; `m = n + 1` may be anything.
            return (node, _Use(name.id, written, False)) if _setting(node) is not None else None
        case ast.Compare(ops=[operator], comparators=[_]) if isinstance(operator, _COMPARISONS):
            return node, _Use(name.id, written, _is_tested(node, above))
        case ast.BinOp() if isinstance(node.op, _ARITHMETIC):
            return node, _Use(name.id, written, False)
        case ast.AugAssign(value=value) if value is written and isinstance(node.op, _ARITHMETIC):
            return node, _Use(name.id, written, False)
        case ast.Subscript(slice=index, ctx=ast.Load()) if index is written:
            return node, _Use(name.id, written, False)
        case ast.Tuple() if _is_index(above[node], node):
            return above[node], _Use(name.id, written, False)
        case ast.Call(args=args) if written in args and not any(isinstance(a, ast.Starred) for a in args):
            return node, _Use(name.id, written, False)
    return _returned(name, above) if written is name else None


def _is_index(node: ast.AST, part: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and node.slice is part and isinstance(node.ctx, ast.Load)


def _returned(name: ast.Name, above: Mapping[ast.AST, ast.AST]) -> tuple[ast.AST, _Use] | None:
    """A `return` of a variable, alone or in a tuple, which `python-result` looks at."""
    node = above[name]
    node = above[node] if isinstance(node, ast.Tuple) else node
    return (node, _Use(name.id, name, False)) if isinstance(node, ast.Return) else None


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
