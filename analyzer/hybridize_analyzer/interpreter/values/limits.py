"""What eager execution loses of numbers at the limits of floats, and a graph does not, or the other way round."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.making import (
    EXTREME,
    LARGE,
    MONOTONIC,
    NEAR_ONE,
    ORDER,
    PARTIAL,
    QUOTIENT,
    SOME,
    TOGETHER,
    WITH_ZERO,
    Making,
)
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Value, tensors
from hybridize_analyzer.interpreter.tracing import logits
from hybridize_analyzer.interpreter.values import written
from hybridize_analyzer.interpreter.values.arithmetic import VERY_LARGE, Operand, Operation, is_positive

_ROUNDING = ("float32", "float16", "bfloat16")
_HALF = ("float16", "bfloat16")


def note(operation: Operation, made: Making, *, otherwise: bool) -> None:
    """An operation asks for what eager execution and a graph compute otherwise.

    made: what is known of its result.  otherwise: whether a graph rounds it in another way.
    """
    if operation.dtype == "bfloat16" and operation.name in _FUSED:
        message = f"`{operation.name}` in bfloat16, which a graph may compute together with the sum behind it"
        operation.state.emit(operation.frame, operation.node, Kind.LIMITS, message)
    if otherwise and operation.dtype in _HALF:
        message = "a graph rounds this otherwise, and in half precision the last bit is a thousandth of a number, or more"
        operation.state.emit(operation.frame, operation.node, Kind.LIMITS, message)
    asked = _ASKED.get(operation.name)
    message = asked(operation, made) if asked is not None and operation.operands else ""
    if message:
        operation.state.emit(operation.frame, operation.node, Kind.LIMITS, message)


_FUSED = frozenset("matmul conv1d conv2d conv3d depthwise_conv2d dense".split())
"""Operations that a graph computes in one with a bias and an activation, rounded once (executed for bfloat16)."""


def _of_near_one(operation: Operation, made: Making) -> str:
    if operation.operands[0].made.has(*NEAR_ONE):
        return f"`{operation.name}` of `exp(x) - 1` or `log(x + 1)`, which eagerly is zero for small numbers"
    return _in_half(operation, made)


def _in_half(operation: Operation, made: Making) -> str:
    """`exp(x) - 1` or `log(x + 1)` in half precision: eagerly it is zero for small numbers."""
    if operation.dtype in _HALF and made.has(*NEAR_ONE):
        return "`exp(x) - 1` or `log(x + 1)` in half precision, which eagerly is zero for small numbers"
    return ""


def _of_sum(operation: Operation, made: Making) -> str:
    small = any(
        t.dtype in (None, *_ROUNDING) for operand in operation.operands for t in tensors(operand.value)
    )
    large = any(number is not None and VERY_LARGE <= abs(number) < SOME for number in operation.constants)
    if small and large:
        return "a constant is added beside which small numbers vanish, and which a graph may take away first"
    powers = [operand.made.power for operand in operation.operands[:2]]
    if len(powers) == 2 and powers[0] and powers[1] and powers[0].is_as(powers[1]):
        return (
            "a power is compared with the product or root that a graph takes for it: what is left is rounding"
        )
    if _is_written_zero(operation, 0) or (operation.name == "add" and _is_written_zero(operation, 1)):
        return "a sum with zero, which a graph leaves out, and with it the sign of zero"
    return _in_half(operation, made)


def _is_written_zero(operation: Operation, index: int) -> bool:
    """Whether an operand is a zero that is written there, and not one with which a sum of many begins."""
    if index >= len(operation.operands) or operation.constants[index] != 0:
        return False
    node = operation.operands[index].node
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


_BACK = "a graph puts several constant factors together, where eagerly the product in between may be infinite or zero"


def _leads_back(operation: Operation) -> bool:
    """Whether a product or quotient by a constant follows one that may be infinite or zero."""
    extreme = any(operand.made.has(EXTREME) for operand in operation.operands[:2])
    return extreme and bool(operation.scales)


def _of_filter(operation: Operation, _: Making) -> str:
    if operation.operands[0].made.has(EXTREME):
        return f"`{operation.name}` of a product by a large constant, which a graph may put into the filter"
    return ""


def _of_product(operation: Operation, _: Making) -> str:
    """`exp(x) - 1` or `log(x + 1)` is made large: eagerly it is zero for small numbers."""
    if _leads_back(operation):
        return _BACK
    near = any(operand.made.has(*NEAR_ONE) for operand in operation.operands)
    if near and any(number is not None and LARGE <= abs(number) < SOME for number in operation.constants):
        return "a multiple of `exp(x) - 1` or `log(x + 1)`, which eagerly is zero for small numbers"
    return ""


def _of_quotient(operation: Operation, _: Making) -> str:
    if len(operation.operands) < 2:
        return ""
    above, below = operation.operands[:2]
    if _leads_back(operation):
        return _BACK
    if below.made.has(WITH_ZERO):
        return "a division by a sum with zero, which a graph leaves out, and with it the sign of zero"
    if below.made.has(*NEAR_ONE) or (above.made.has(*NEAR_ONE) and not _is_fixed(operation, below)):
        return "a quotient of `exp(x) - 1` or `log(x + 1)`, which eagerly is zero for small numbers"
    return ""


def _is_fixed(operation: Operation, operand: Operand) -> bool:
    """Whether an operand is made of constants."""
    node = operand.node
    return node is not None and written.is_constant(operation.state, operation.frame, node)


def _of_power(operation: Operation, _: Making) -> str:
    """A power of one half, or minus one half, of what may be negative."""
    if len(operation.operands) < 2 or operation.constants[1] not in (0.5, -0.5):
        return ""
    base, state, frame = operation.operands[0].node, operation.state, operation.frame
    if base is None or is_positive(frame, base) or written.is_counted(state, frame, base):
        return ""
    return "a power of one half, which a graph takes for a root: they differ for -0.0 and -inf"


def _of_angle(operation: Operation, _: Making) -> str:
    if any(operand.made.has(WITH_ZERO) for operand in operation.operands[:2]):
        return "`atan2` of a sum with zero, which a graph leaves out, and with it the sign of zero"
    return ""


def _of_bits(operation: Operation, _: Making) -> str:
    if operation.operands[0].made.has(WITH_ZERO):
        return "the bits of a sum with zero, which a graph leaves out, and with it the sign of zero"
    return ""


def _of_place(operation: Operation, _: Making) -> str:
    data, name = operation.operands[0], operation.name
    if data.made.has(QUOTIENT):
        return f"`{name}` of a quotient by a constant: a graph multiplies instead, and other numbers become equal"
    if data.made.has(MONOTONIC) or any(logits.MONOTONIC in t.squashed for t in tensors(data.value)):
        return f"`{name}` of a function that makes several numbers equal, which a graph leaves out"
    return ""


def _of_largest(operation: Operation, _: Making) -> str:
    if operation.operands[0].made.has(PARTIAL):
        return f"`{operation.name}` of a function that is not defined everywhere, which a graph computes afterwards"
    if operation.operands[0].made.has(MONOTONIC) and _may_be_empty(operation):
        return f"`{operation.name}` of a function, which a graph computes afterwards: of nothing it is not infinite then"
    return ""


def _may_be_empty(operation: Operation) -> bool:
    """Whether it is not seen that there is something to reduce."""
    axis = operation.constants[1] if len(operation.operands) > 1 else None
    along = int(axis) if axis is not None and axis.is_integer() else None
    for shape in (t.shape for t in tensors(operation.operands[0].value)):
        if shape is None:
            return True
        lengths = shape if along is None or not -len(shape) <= along < len(shape) else (shape[along],)
        if any(length is None or length == 0 for length in lengths):
            return True
    return False


def _of_draw(operation: Operation, _: Making) -> str:
    if any(t.rounded for operand in operation.operands for t in tensors(operand.value)):
        return f"`{operation.name}` draws whole numbers by what a graph rounds otherwise"
    return ""


def _of_negation(operation: Operation, _: Making) -> str:
    return _OPPOSITE if operation.operands[0].made.has(ORDER) else ""


_OPPOSITE = "a comparison is negated, for which a graph takes the opposite one: neither holds of NaN"


def note_negation(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """`not` or `~` of a comparison by size, for which a graph takes the opposite comparison."""
    if any(t.made.has(ORDER) for t in tensors(value)):
        state.emit(frame, node, Kind.LIMITS, _OPPOSITE)


def note_order(state: State, frame: Frame, node: ast.AST, *operands: Value) -> None:
    """A comparison by size of what a graph rounds otherwise just before."""
    found = [t.made for operand in operands for t in tensors(operand)]
    if any(made.has(QUOTIENT) for made in found):
        state.emit(
            frame, node, Kind.LIMITS, "a quotient by a constant is compared, and a graph multiplies instead"
        )
    elif any(made.has(TOGETHER) for made in found):
        message = "what is compared is computed with several constants, which a graph puts together first"
        state.emit(frame, node, Kind.LIMITS, message)


_ASKED: dict[str, Callable[[Operation, Making], str]] = {
    "log": _of_near_one,
    "rsqrt": _of_near_one,
    "reciprocal": _of_near_one,
    "add": _of_sum,
    "subtract": _of_sum,
    "multiply": _of_product,
    "divide": _of_quotient,
    "pow": _of_power,
    **dict.fromkeys(("conv1d", "conv2d", "conv3d", "depthwise_conv2d"), _of_filter),
    "atan2": _of_angle,
    "bitcast": _of_bits,
    "argmax": _of_place,
    "argmin": _of_place,
    "argsort": _of_place,
    "reduce_max": _of_largest,
    "reduce_min": _of_largest,
    "logical_not": _of_negation,
    "stateless_categorical": _of_draw,
    "stateless_poisson": _of_draw,
    "stateless_binomial": _of_draw,
}
