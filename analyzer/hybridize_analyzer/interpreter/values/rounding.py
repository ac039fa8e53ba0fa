"""Arithmetic that the graph optimiser does otherwise: the last bit of a quotient, and the limits of floats."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import Array, Const, External, Scalar, Tensor, Value, parts_of, tensors
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.interpreter.tracing import logits
from hybridize_analyzer.interpreter.tracing.between import calls_behind, seen_by_callers
from hybridize_analyzer.knowledge import tensorflow as knowledge
from hybridize_analyzer.knowledge.exports import canonical_export
from hybridize_analyzer.program.code import found_once, parameter_names

_ROUNDED = "call whose result is rounded"
_DEPTH = 6


def note_rounded(state: State, frame: Frame, node: ast.AST) -> None:
    """Something asks for the last bit of a result; so it does of the calls from which this comes."""
    message = "a result is rounded or compared after arithmetic with constants, which a graph computes in another order"
    state.emit(frame, node, Kind.ROUNDING, message)
    if not isinstance(node, ast.expr):
        return
    root: ast.AST = frame.function.node if frame.function is not None else frame.module.tree
    for body, expression, _ in seen_by_callers(frame.module.tree, root, node, node):
        for call in calls_behind(body, expression):
            state.note(_ROUNDED, frame.module.location(call), frame.module.location(node))


def rounded_by_callers(
    state: State, contexts: Sequence[Context], above: Iterable[CallSite]
) -> Iterator[Event]:
    """A caller rounds the quotient that a function returns."""
    returned = [atom for c in contexts for atom in c.summary.returned]
    parts = [*returned, *(atom for each in returned for value in parts_of(each) for atom in value)]
    if any(isinstance(atom, Tensor) and atom.rounded for atom in parts):
        noted = [where for site in above if (where := state.noted(_ROUNDED, site.where)) is not None]
        if noted:
            message = "a caller rounds or compares a quotient that it returns, and a graph multiplies instead"
            yield Event(Kind.ROUNDING, message, min(noted))


def divides_by_constant(state: State, frame: Frame, divisor: Value, node: ast.AST | None) -> bool:
    """Whether a graph multiplies by the reciprocal of a constant, which differs from it in the last bit."""
    if any(
        isinstance(a, (Scalar, Array)) or (isinstance(a, Const) and not is_power_of_two(a.value))
        for a in divisor
    ):
        return True
    return node is not None and is_written(state, frame, node, _is_inexact_constant)


def _is_inexact_constant(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether it is `tf.constant(0.1)` or the like, and not `tf.constant(2.0)`."""
    if not isinstance(node, ast.Call) or not is_constant(state, frame, node):
        return False
    values = _again(state, frame, node.args[0]) if node.args else frozenset[Const]()
    return not values or not all(isinstance(a, Const) and is_power_of_two(a.value) for a in values)


def is_constant(state: State, frame: Frame, node: ast.AST, depth: int = _DEPTH) -> bool:
    """Whether an expression is made of constants in the function itself, so that a graph computes it beforehand."""
    if depth == 0:
        return False
    if isinstance(node, ast.BinOp):
        return all(is_constant(state, frame, part, depth - 1) for part in (node.left, node.right))
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(is_constant(state, frame, part, depth - 1) for part in node.elts)
    if isinstance(node, ast.Call):
        named = [k.value for k in node.keywords if k.arg not in ("dtype", "name")]
        computes = any(knowledge.category(n) == "compute" for n in _called(state, frame, node))
        given = [a for a in (*node.args, *named) if not _is_dtype(a)]
        made = any(n in _MAKERS for n in _called(state, frame, node))
        return (computes or made) and all(is_constant(state, frame, a, depth - 1) for a in given)
    if isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)):
        values = _again(state, frame, node)
        if values and all(isinstance(a, Const) for a in values):
            return True
        bound = _bound_to(frame, node)
        return bool(bound) and all(is_constant(state, frame, value, depth - 1) for value in bound)
    return False


_MAKERS = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor"})
_NUMBERS = _MAKERS | {f"numpy.{name}" for name in ("float16", "float32", "float64", "array", "asarray")}


def _is_dtype(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr.startswith(
        ("float", "bfloat", "int", "uint", "half")
    )


def _again(state: State, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression that was evaluated before, where its names may be deleted by now: nothing is told twice."""
    told = dict(frame.events)
    value = evaluate(state, frame, node)
    frame.events.clear()
    frame.events.update(told)
    return value


def _called(state: State, frame: Frame, node: ast.AST) -> tuple[str, ...]:
    """The names of functions of libraries that an expression calls."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
        return ()
    frame.prefix = node.func  # it is called, not read
    called = _again(state, frame, node.func)
    return tuple(sorted(canonical_export(a.name) for a in called if isinstance(a, External)))


def _bound_to(frame: Frame, node: ast.AST) -> list[ast.expr]:
    """All that a local variable is ever set to; nothing for a parameter, and for what is no such variable."""
    function = frame.function
    if not isinstance(node, ast.Name) or function is None or node.id in parameter_names(function.node.args):
        return []
    return found_once(function.node, _assigned).get(node.id, [])


def _assigned(function: ast.AST) -> dict[str, list[ast.expr]]:
    """What a function assigns to each of its variables."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
        elif isinstance(node, (ast.AugAssign, ast.For)) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, []).append(ast.Constant(None))
    return found


def is_power_of_two(value: object) -> bool:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or value <= 0:
        return False
    mantissa, _ = math.frexp(value)
    return mantissa == 0.5


_Test = Callable[[State, Frame, ast.AST], bool]


def is_written(state: State, frame: Frame, node: ast.AST | None, test: _Test) -> bool:
    """Whether an expression passes a test, or is a variable that only ever holds what passes it."""
    bound = _bound_to(frame, node) if node is not None else []
    if bound:
        return all(test(state, frame, value) for value in bound)
    return node is not None and test(state, frame, node)


def is_softmax(state: State, frame: Frame, node: ast.AST) -> bool:
    return any(n in _SOFTMAX for n in _called(state, frame, node))


_SOFTMAX = ("tensorflow.nn.softmax", "keras.ops.softmax", "keras.activations.softmax")


def cancels(state: State, frame: Frame, node: ast.AST) -> bool:
    """`(x + a) - a`, by which a program rounds on purpose; a graph adds the constants first.

    In another order (`1.0 - (1.0 - x)` of a mask) only where the constant is so large that numbers near 1 lose by it.
    """
    constants: list[float] = []
    others = 0
    for sign, part in _terms(state, frame, node, 1, _DEPTH):
        number = _number_of(state, frame, part)
        if number is None:
            others += 1
        elif number:
            constants.append(sign * number)
    large = any(abs(number) >= _LARGE for number in constants) or _is_in_a_row(node)
    return bool(others) and len(constants) > 1 and sum(constants) == 0 and large


_LARGE = 1024.0


def _is_in_a_row(node: ast.AST) -> bool:
    """`x + a - b` as it is written."""
    sums = (ast.Add, ast.Sub)
    inner = node.left if isinstance(node, ast.BinOp) and isinstance(node.op, sums) else None
    return isinstance(inner, ast.BinOp) and isinstance(inner.op, sums)


def _terms(state: State, frame: Frame, node: ast.AST, sign: int, depth: int) -> Iterator[tuple[int, ast.AST]]:
    """The terms of a sum with their signs, through variables that are set once."""
    bound = _bound_to(frame, node)
    names = [knowledge.short(n) for n in _called(state, frame, node)]
    if depth and len(bound) == 1 and isinstance(bound[0], (ast.BinOp, ast.UnaryOp, ast.Call)):
        yield from _terms(state, frame, bound[0], sign, depth - 1)
    elif depth and isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        yield from _terms(state, frame, node.left, sign, depth - 1)
        yield from _terms(state, frame, node.right, sign * _sign(node.op), depth - 1)
    elif depth and isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield from _terms(state, frame, node.operand, -sign, depth - 1)
    elif depth and isinstance(node, ast.Call) and len(node.args) == 2 and names and names[0] in _SUMS:
        yield from _terms(state, frame, node.args[0], sign, depth - 1)
        yield from _terms(state, frame, node.args[1], sign * _SUMS[names[0]], depth - 1)
    else:
        yield sign, node


_SUMS = {"add": 1, "math.add": 1, "subtract": -1, "math.subtract": -1}


def _sign(op: ast.operator) -> int:
    return 1 if isinstance(op, ast.Add) else -1


def _number_of(state: State, frame: Frame, node: ast.AST) -> float | None:
    """A number that an expression is, or that it makes a tensor of."""
    if isinstance(node, ast.Call) and node.args and any(n in _NUMBERS for n in _called(state, frame, node)):
        node = node.args[0]
    elif (
        isinstance(node, ast.Name)
        and len(bound := _bound_to(frame, node)) == 1
        and isinstance(bound[0], ast.Call)
    ):
        return _number_of(state, frame, bound[0])
    if isinstance(node, (ast.List, ast.Tuple)) and node.elts:
        return _number_of(state, frame, node.elts[0])
    if not isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)):
        return None
    values = _again(state, frame, node)
    (atom,) = values if len(values) == 1 else (None,)
    known = isinstance(atom, Const) and atom.type in ("int", "float")
    return float(atom.value) if known and isinstance(atom, Const) and abs(atom.value) < _LARGEST else None


_LARGEST = 1e300


def is_near_one(state: State, frame: Frame, node: ast.AST) -> bool:
    """`tf.exp(x) - 1.0` or `tf.math.log(x + 1.0)`, which a graph computes as `expm1` and `log1p`."""
    match node:
        case ast.BinOp(op=ast.Sub(), left=left, right=right) if _is_one(state, frame, right):
            return _is_call(state, frame, left, "exp")
        case ast.Call(args=[left, right, *_]) if _is_call(state, frame, node, "subtract"):
            return _is_one(state, frame, right) and _is_call(state, frame, left, "exp")
        case ast.Call(args=[ast.BinOp(op=ast.Add(), left=left, right=right), *_]):
            ones = _is_one(state, frame, left) or _is_one(state, frame, right)
            return ones and _is_call(state, frame, node, "log")
        case ast.Call(args=[ast.Call(args=[left, right, *_]) as inner, *_]):
            ones = _is_one(state, frame, left) or _is_one(state, frame, right)
            return ones and _is_call(state, frame, node, "log") and _is_call(state, frame, inner, "add")
    return False


def _is_one(state: State, frame: Frame, node: ast.AST) -> bool:
    return _number_of(state, frame, node) == 1.0 or _is_call(state, frame, node, "ones_like", "ones")


def _is_call(state: State, frame: Frame, node: ast.AST, *names: str) -> bool:
    return any(n.rpartition(".")[2] in names for n in _called(state, frame, node))


def note_limits(
    state: State, frame: Frame, node: ast.AST, short: str, data: ast.AST | None, value: Value
) -> None:
    """An operation asks for what eager execution loses of a float, and a graph does not.

    data: its first argument as it is written.  value: what that is.
    """
    name = short.rpartition(".")[2]
    message = ""
    if name in ("log", "rsqrt", "reciprocal") and is_written(state, frame, data, is_near_one):
        message = f"`{name}` of `exp(x) - 1` or `log(x + 1)`, which eagerly is zero for small numbers"
    elif name == "atan2" and any(_has_sign(state, frame, part) for part in getattr(node, "args", ())[:2]):
        message = "`atan2` of a sum with zero, which a graph leaves out, and with it the sign of zero"
    elif name == "pow" and _is_root(state, frame, node):
        message = "a power of one half, which a graph takes for a root: they differ for -0.0 and -inf"
    elif name in ("argmax", "argmin") and (
        any(logits.MONOTONIC in t.squashed for t in tensors(value))
        or is_written(state, frame, data, _is_monotonic)
    ):
        message = f"`{name}` of a function that makes several numbers equal, which a graph leaves out"
    elif name in ("reduce_max", "reduce_min") and is_written(state, frame, data, _may_be_no_number):
        message = f"`{name}` of a function that is not defined everywhere, which a graph computes afterwards"
    if message:
        state.emit(frame, node, Kind.LIMITS, message)


_MONOTONIC = tuple(
    """relu relu6 sigmoid tanh exp elu selu softplus floor ceil round rint erf sign sqrt log log1p expm1 rsqrt asin acosh
    atanh acos sinh""".split()
)
_PARTIAL = tuple("sqrt log log1p rsqrt asin acosh atanh acos".split())
_POSITIVE = tuple(
    """square abs exp softplus reduce_sum reduce_mean reduce_variance maximum squared_difference clip_by_value sigmoid
    softmax ones norm""".split()
)


def _is_monotonic(state: State, frame: Frame, node: ast.AST) -> bool:
    return _is_call(state, frame, node, *_MONOTONIC)


def _may_be_no_number(state: State, frame: Frame, node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not node.args or not _is_call(state, frame, node, *_PARTIAL):
        return False
    return not _is_positive(state, frame, node.args[0])


def note_quotient(
    state: State, frame: Frame, node: ast.AST, left: ast.AST | None, right: ast.AST | None
) -> None:
    """A quotient with `exp(x) - 1` or `log(x + 1)` in it, which eagerly is zero for small numbers."""
    if right is None:
        return
    above = is_written(state, frame, left, is_near_one) and not is_constant(state, frame, right)
    if above or is_written(state, frame, right, is_near_one):
        message = "a quotient of `exp(x) - 1` or `log(x + 1)`, which eagerly is zero for small numbers"
        state.emit(frame, node, Kind.LIMITS, message)
    if _has_sign(state, frame, right):
        message = "a division by a sum with zero, which a graph leaves out, and with it the sign of zero"
        state.emit(frame, node, Kind.LIMITS, message)


def _has_sign(state: State, frame: Frame, node: ast.AST) -> bool:
    """`x + 0.0` or `0.0 - x`, by which a zero gets its sign."""
    return is_written(state, frame, node, _is_sum_with_zero)


def _is_sum_with_zero(state: State, frame: Frame, node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and _is_call(state, frame, node, "add", "subtract") and len(node.args) > 1:
        parts = (node.args[0], node.args[1])
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        parts = (node.left, node.right)
    else:
        return False
    subtracts = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
    return any(
        _number_of(state, frame, part) == 0.0 or _is_call(state, frame, part, "zeros", "zeros_like")
        for part in (parts[:1] if subtracts else parts)
    )


def note_power(state: State, frame: Frame, node: ast.AST) -> None:
    """`x ** 0.5`, which a graph computes as a root."""
    if _is_root(state, frame, node):
        message = "a power of one half, which a graph takes for a root: they differ for -0.0 and -inf"
        state.emit(frame, node, Kind.LIMITS, message)


def _is_root(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether it is a power of one half, or minus one half, of what may be negative."""
    base, exponent = (
        (node.left, node.right)
        if isinstance(node, ast.BinOp)
        else (*getattr(node, "args", ()), None, None)[:2]
    )
    if base is None or exponent is None or _number_of(state, frame, exponent) not in (0.5, -0.5):
        return False
    counted = any(_is_call(state, frame, part, "cast", "range") for part in (base, *_bound_to(frame, base)))
    return not (counted or _is_assigned_cast(state, frame, base) or _is_positive(state, frame, base))


def _is_assigned_cast(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether a parameter is made a float first, as a step is that is counted."""
    if not isinstance(node, ast.Name) or frame.function is None:
        return False
    bound = found_once(frame.function.node, _assigned).get(node.id, [])
    return bool(bound) and all(_is_call(state, frame, value, "cast") for value in bound)


def _is_positive(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether a number has no sign for which roots differ, as far as it is written."""
    parts = [node, *_bound_to(frame, node)]
    within = [n for part in parts for n in ast.walk(part)]
    powers = (ast.Mult, ast.Pow)
    return any(
        _is_call(state, frame, n, *_POSITIVE) or (isinstance(n, ast.BinOp) and isinstance(n.op, powers))
        for n in within
    )


def note_large(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """A large constant is added or taken away, by which small numbers are rounded; a graph may put it together with others.

    value: what comes out.
    """
    match node:
        case ast.BinOp(left=left, right=right):
            parts: list[ast.AST] = [left, right]
        case ast.AugAssign(value=added):
            parts = [added]
        case ast.Call(args=given):
            parts = [*given[:2]]
        case _:
            return
    if not any(t.dtype is None or t.dtype in _ROUNDING for t in tensors(value)):
        return
    numbers = (_number_of(state, frame, part) for part in parts)
    if any(number is not None and abs(number) >= _VERY_LARGE for number in numbers):
        message = (
            "a constant is added beside which small numbers vanish, and which a graph may take away first"
        )
        state.emit(frame, node, Kind.LIMITS, message)


_VERY_LARGE = 2.0**20
_ROUNDING = ("float32", "float16", "bfloat16")


def note_small(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """`exp(x) - 1` or `log(x + 1)` in half precision, or made large: eagerly it is zero for small numbers."""
    half = any(t.dtype in ("float16", "bfloat16") for t in tensors(value))
    if half and is_near_one(state, frame, node):
        message = "`exp(x) - 1` or `log(x + 1)` in half precision, which eagerly is zero for small numbers"
        state.emit(frame, node, Kind.LIMITS, message)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            number = _number_of(state, frame, one)
            if number is not None and abs(number) >= _LARGE and is_written(state, frame, other, is_near_one):
                message = (
                    "a multiple of `exp(x) - 1` or `log(x + 1)`, which eagerly is zero for small numbers"
                )
                state.emit(frame, node, Kind.LIMITS, message)


def note_order(state: State, frame: Frame, node: ast.AST) -> None:
    """A comparison by size of a quotient that is written in it."""
    if isinstance(node, ast.Compare):
        parts = [node.left, *node.comparators]
    else:
        parts = node.args[:2] if isinstance(node, ast.Call) else []
    if any(is_written(state, frame, part, _is_quotient) for part in parts):
        message = "a quotient by a constant is compared, and a graph multiplies instead"
        state.emit(frame, node, Kind.LIMITS, message)
    elif any(is_written(state, frame, part, _folds_floats) for part in parts):
        message = "what is compared is computed with several constants, which a graph puts together first"
        state.emit(frame, node, Kind.LIMITS, message)


def _folds_floats(state: State, frame: Frame, node: ast.AST) -> bool:
    return folds(state, frame, node, None)


def _is_quotient(state: State, frame: Frame, node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
        return False
    number = _number_of(state, frame, node.right)
    return (number is not None and not is_power_of_two(number)) or (
        _is_inexact_constant(state, frame, node.right)
    )


def note_negation(state: State, frame: Frame, node: ast.AST, operand: ast.AST) -> None:
    """The contrary of a comparison by size, for which a graph takes the opposite comparison: neither holds of NaN."""
    if is_written(state, frame, operand, _is_order):
        message = "a comparison is negated, for which a graph takes the opposite one: neither holds of NaN"
        state.emit(frame, node, Kind.LIMITS, message)


ORDERS = ("less", "less_equal", "greater", "greater_equal")
_REARRANGED = ("identity", "reshape", "transpose", "squeeze", "expand_dims", "stop_gradient", "ensure_shape")


def _is_order(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether it compares numbers by size that may be floats, and nothing but the order of the results is altered."""
    match node:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[right]):
            return _may_be_floats(state, frame, left, right)
        case ast.Call(args=[left, right, *_]) if _is_call(state, frame, node, *ORDERS):
            return _may_be_floats(state, frame, left, right)
        case ast.Call(args=[first, *_]) if _is_call(state, frame, node, *_REARRANGED):
            return is_written(state, frame, first, _is_order)
        case ast.Subscript(value=value):
            return is_written(state, frame, value, _is_order)
    return False


def _may_be_floats(state: State, frame: Frame, *operands: ast.expr) -> bool:
    """Whether no operand is a tensor of another dtype than a float."""
    found = [t for operand in operands for t in tensors(_again(state, frame, operand))]
    return not any(t.dtype is not None and t.dtype not in _FLOATS for t in found)


_FLOATS = ("float64", *_ROUNDING)


def folds(state: State, frame: Frame, node: ast.AST, dtype: str | None) -> bool:
    """Whether constants meet that a graph puts together first: `(x + a) + b`, `(x * a) * b`; and the inverse of an inverse.

    dtype: what comes out; whole numbers are taken for integers where it is not known.
    """
    if is_inverse_of_inverse(state, frame, node):
        return True
    added, terms = _numbers_among(state, frame, (part for _, part in _terms(state, frame, node, 1, _DEPTH)))
    if len(added) > 1 and terms and (dtype is not None or not all(n.is_integer() for n in added)):
        return True
    factors, others = _numbers_among(state, frame, _factors(state, frame, node, _DEPTH))
    return bool(others) and len([n for n in factors if not is_power_of_two(abs(n))]) > 1


def _numbers_among(state: State, frame: Frame, parts: Iterable[ast.AST]) -> tuple[list[float], int]:
    """The constants among terms or factors, without those that are zero, and how many others there are."""
    found = [_number_of(state, frame, part) for part in parts]
    return [n for n in found if n], found.count(None)


def _factors(state: State, frame: Frame, node: ast.AST, depth: int) -> Iterator[ast.AST]:
    """The factors of a product, through variables that are set once."""
    bound = _bound_to(frame, node)
    if depth and len(bound) == 1 and isinstance(bound[0], (ast.BinOp, ast.Call)):
        yield from _factors(state, frame, bound[0], depth - 1)
    elif depth and isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        yield from _factors(state, frame, node.left, depth - 1)
        yield from _factors(state, frame, node.right, depth - 1)
    elif (
        depth
        and isinstance(node, ast.Call)
        and len(node.args) == 2
        and _is_call(state, frame, node, "multiply")
    ):
        yield from _factors(state, frame, node.args[0], depth - 1)
        yield from _factors(state, frame, node.args[1], depth - 1)
    else:
        yield node


def is_inverse_of_inverse(state: State, frame: Frame, node: ast.AST) -> bool:
    """`1 / (1 / x)` or `tf.math.reciprocal(tf.math.reciprocal(x))`, which a graph leaves out."""
    inner = _inverted(state, frame, node)
    return inner is not None and is_written(state, frame, inner, _is_inverse)


def _is_inverse(state: State, frame: Frame, node: ast.AST) -> bool:
    return _inverted(state, frame, node) is not None


def _inverted(state: State, frame: Frame, node: ast.AST) -> ast.AST | None:
    """Of what an expression is the inverse, or a multiple of it."""
    match node:
        case ast.BinOp(left=left, op=ast.Div(), right=right) if _number_of(state, frame, left) is not None:
            return right
        case ast.Call(args=[left, right, *_]) if _is_call(state, frame, node, "divide", "truediv"):
            return right if _number_of(state, frame, left) is not None else None
        case ast.Call(args=[first, *_]) if _is_call(state, frame, node, "reciprocal"):
            return first
    return None
