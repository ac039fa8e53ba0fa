"""What arithmetic leaves on its result: from which operations it comes, and whether a graph rounds it otherwise.

What is said here of graphs was executed: the optimiser puts constants together, adds up sums in an order of its own, moves
constants to the front of products, and has operations of its own for some quotients, powers and logarithms.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.making import (
    EXP,
    EXPM1,
    EXTREME,
    INVERSE,
    LENGTHS,
    LOG1P,
    MONOTONIC,
    ORDER,
    PARTIAL,
    PLAIN,
    PLUS_ONE,
    PRODUCT,
    QUOTIENT,
    RATIO,
    REORDERED,
    REVERSED,
    ROOT,
    SCALED,
    SIGMOID,
    SOFTMAX,
    SOME,
    SUM,
    TERMS,
    TOGETHER,
    WITH_ZERO,
    Making,
    Power,
    together,
)
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Array, Const, Scalar, Tensor, Value, tensors
from hybridize_analyzer.interpreter.values import written
from hybridize_analyzer.program.code import walk

FLOATS = ("float16", "bfloat16", "float32", "float64")
_LARGEST = 1e300


@dataclass(frozen=True)
class Operand:
    """What an operation gets, and how that is written where it can be told."""

    value: Value
    node: ast.AST | None

    @cached_property
    def made(self) -> Making:
        """What is known of how it was computed, in all ways in which it may be."""
        made = PLAIN
        for tensor in tensors(self.value):
            made = made.joined(tensor.made)
        return made


@dataclass(frozen=True)
class Operation:
    """An operator, or a call of a function that computes.

    name: `add`, `subtract`, `multiply`, `divide` and `pow`, however these are spelled; else the last name of the function.
    dtype: of what comes out; None where it is not known.
    """

    state: State
    frame: Frame
    node: ast.AST
    name: str
    operands: tuple[Operand, ...]
    dtype: str | None

    @cached_property
    def constants(self) -> tuple[float | None, ...]:
        """For every operand the number that it is for a graph; `SOME` for one that is not known, None for tensors."""
        return tuple(self._constant(operand) for operand in self.operands)

    def _constant(self, operand: Operand) -> float | None:
        value = operand.value
        if value and all(isinstance(a, (Const, Scalar)) and a.type in ("int", "float") for a in value):
            (atom,) = value if len(value) == 1 else (None,)
            known = isinstance(atom, Const) and abs(atom.value) < _LARGEST
            return float(atom.value) if known and isinstance(atom, Const) else SOME
        if isinstance(operand.node, (ast.Call, ast.Name, ast.List, ast.Tuple)):
            number = written.number_of(self.state, self.frame, operand.node)
            if number is not None:
                return number
        return SOME if value and all(isinstance(atom, Array) for atom in value) else None

    def is_call(self, position: int, *names: str) -> bool:
        """Whether an operand is written as a call of one of these functions."""
        node = self.operands[position].node
        return node is not None and written.is_call(self.state, self.frame, node, *names)

    def is_one(self, position: int) -> bool:
        return self.constants[position] == 1.0 or self.is_call(position, "ones_like", "ones")

    def is_zero(self, position: int) -> bool:
        return self.constants[position] == 0.0 or self.is_call(position, "zeros", "zeros_like")

    @property
    def is_doubled(self) -> bool:
        """Whether both operands are written alike, so that a graph multiplies by two."""
        written_out = [ast.dump(operand.node) for operand in self.operands[:2] if operand.node is not None]
        return len(written_out) == 2 and written_out[0] == written_out[1]

    @property
    def scales(self) -> tuple[float, ...]:
        """The constants by which a product or a quotient multiplies or divides, as far as that changes a number."""
        constants = self.constants[1:2] if self.name == "divide" else self.constants[:2]
        return tuple(number for number in constants if number is not None and abs(number) != 1.0)

    @property
    def added(self) -> tuple[float, ...]:
        """The constants of a sum, with their signs."""
        if (
            self.name not in ("add", "subtract")
            or len(self.operands) < 2
            or _is_all_known(self.constants[:2])
        ):
            return ()
        sign = 1 if self.name == "add" else -1
        left, right = (self._parts(i, lambda made: made.added) for i in range(2))
        return together(*left, *(sign * number for number in right))

    @property
    def factors(self) -> tuple[float, ...]:
        """The constants of a product, without powers of two, by which nothing is rounded."""
        if self.name != "multiply" or len(self.operands) < 2 or _is_all_known(self.constants[:2]):
            return ()
        left, right = (self._parts(i, lambda made: made.factors) for i in range(2))
        return together(*(n for n in (*left, *right) if not written.is_power_of_two(abs(n))))

    def _parts(self, position: int, of: Callable[[Making], tuple[float, ...]]) -> tuple[float, ...]:
        number = self.constants[position]
        if number is None:
            return of(self.operands[position].made)
        return (number,) if number else ()


def _is_all_known(constants: Sequence[float | None]) -> bool:
    return None not in constants


_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
}
VERY_LARGE = 2.0**20
"""Beside constants of this size, and multiplied by them, numbers of 32 bits may vanish."""
_SPELLINGS = {
    "truediv": "divide", "realdiv": "divide", "true_divide": "divide", "xdivy": "divide", "RealDiv": "divide",
    "Div": "divide", "Add": "add", "AddV2": "add", "Sub": "subtract", "Mul": "multiply", "power": "pow", "Pow": "pow",
    "negative": "negate", "neg": "negate", "Neg": "negate", "Exp": "exp", "Log": "log", "Sqrt": "sqrt",
    "Reciprocal": "reciprocal", "silu": "swish", "AddN": "add_n", "Less": "less", "LessEqual": "less_equal",
    "Greater": "greater", "GreaterEqual": "greater_equal", "LogicalNot": "logical_not",
}  # fmt: skip
ORDERS = ("less", "less_equal", "greater", "greater_equal")
_SCALE = frozenset(
    """add subtract multiply divide negate abs maximum minimum clip_by_value relu floor ceil round where concat stack
    gather""".split()
)
"""Operations after which a number is still about as far from an edge as it was before."""
_SAME = ("identity", "stop_gradient", "ensure_shape", "convert_to_tensor", "cast")
_REARRANGED = ("reshape", "transpose", "squeeze", "expand_dims")


def of_operator(
    state: State, frame: Frame, node: ast.AST, op: ast.operator, left: Value, right: Value, dtype: str | None
) -> Operation:
    """An operator between two values.  dtype: of what comes out."""
    before, after = getattr(node, "left", None), getattr(node, "right", None)
    if isinstance(node, ast.AugAssign):
        before, after = node.target, node.value
    operands = (Operand(left, before), Operand(right, after))
    return Operation(state, frame, node, _OPERATORS.get(type(op), ""), operands, dtype)


def of_call(call: Call, short: str, names: Sequence[str], dtype: str | None) -> Operation:
    """A call of a function of a library.

    short: its name.  names: of its parameters.  dtype: of the tensors among the arguments.
    """
    written_out = call.node if isinstance(call.node, ast.Call) else None
    nodes = written_out.args if written_out is not None else []
    unpacked = len(nodes) != len(call.args) or any(isinstance(node, ast.Starred) for node in nodes)
    operands = [Operand(v, None if unpacked else nodes[i]) for i, v in enumerate(call.args)]
    keywords = {k.arg: k.value for k in written_out.keywords} if written_out is not None else {}
    operands += (Operand(call.keywords[n], keywords.get(n)) for n in names if n in call.keywords)
    name = short.rpartition(".")[2]
    return Operation(call.state, call.frame, call.node, _SPELLINGS.get(name, name), tuple(operands), dtype)


def result(operation: Operation) -> tuple[Making, bool]:
    """From what the result comes, and whether a graph rounds it otherwise."""
    if operation.name in ORDERS:
        return ordered(*(operand.value for operand in operation.operands[:2])), False
    arguments, step = _STEPS.get(operation.name, (1, _function))
    if operation.dtype not in (None, *FLOATS) or len(operation.operands) < arguments:
        return (_handed_on(operation) if operation.operands else PLAIN), False
    made, otherwise = step(operation)
    for before in (REORDERED, RATIO):
        kept = before is REORDERED or operation.name in _SCALE
        if kept and any(operand.made.has(before) for operand in operation.operands):
            made = made.after(before)
    return made, otherwise


def _handed_on(operation: Operation) -> Making:
    """What an operation hands on that alters no number."""
    made = operation.operands[0].made
    if operation.name in _SAME:
        return made
    return part_of(made) if operation.name in _REARRANGED else PLAIN


def part_of(made: Making) -> Making:
    """What is known of the elements of a tensor."""
    return Making(tuple(step for step in made.steps if step in _OF_ELEMENTS)) if made.steps else PLAIN


_OF_ELEMENTS = (ORDER, RATIO, REORDERED, LENGTHS, REVERSED)
"""Steps that say the same of the elements of a tensor as of the tensor."""


def ordered(*operands: Value) -> Making:
    """From what a comparison by size comes: of floats, or of what may be floats."""
    found = [t for operand in operands for t in tensors(operand)]
    return PLAIN if any(t.dtype not in (None, *FLOATS) for t in found) else Making((ORDER,))


def _sum(operation: Operation) -> tuple[Making, bool]:
    left, right = operation.operands[0].made, operation.operands[1].made
    first, second = operation.constants[:2]
    if _is_all_known((first, second)):
        return PLAIN, False
    adds, apart = operation.name == "add", first is None and second is None
    added = operation.added
    doubled = adds and apart and operation.dtype == "float16" and operation.is_doubled
    whole = operation.dtype is None and all(number.is_integer() for number in added)
    steps = {TERMS} if apart or left.has(TERMS) or right.has(TERMS) else set[str]()
    if doubled:
        steps.add(EXTREME)
    if adds:
        steps.add(SUM)
        if operation.is_one(0) or operation.is_one(1):
            steps.add(PLUS_ONE)
    elif operation.is_one(1) and left.has(EXP):
        steps.add(EXPM1)
    if operation.is_zero(0) or (adds and operation.is_zero(1)):
        steps.add(WITH_ZERO)
    if len(added) > 1 and not whole:
        steps.add(TOGETHER)
    in_order = adds and (left.has(SUM) or right.has(SUM))
    moved = not apart and bool(added) and (left.has(TERMS) or right.has(TERMS))
    if in_order or moved:
        steps.add(REORDERED)
    return Making(tuple(sorted(steps)), added), not steps.isdisjoint((TOGETHER, EXPM1))


def _product(operation: Operation) -> tuple[Making, bool]:
    first, second = operation.operands[:2]
    if _is_all_known(operation.constants[:2]):
        return PLAIN, False
    apart = operation.constants[0] is None and operation.constants[1] is None
    factors = operation.factors
    inner = {*first.made.steps, *second.made.steps}
    steps = inner & {PRODUCT, SCALED} | {PRODUCT if apart else SCALED}
    if len(factors) > 1:
        steps.add(TOGETHER)
    if (factors and (apart or PRODUCT in inner)) or inner >= {PRODUCT, SCALED}:
        steps.add(REORDERED)
    if _goes_to_an_extreme(operation):
        steps.add(EXTREME)
    own = apart and (first.made.has(SIGMOID) or second.made.has(SIGMOID))
    power = _multiplied(operation) if apart else None
    return Making(tuple(sorted(steps)), (), factors, power), own or TOGETHER in steps


def _goes_to_an_extreme(operation: Operation) -> bool:
    """Whether a product or quotient by a constant may leave the numbers of its dtype, to which another one may lead back."""
    if operation.dtype == "float16":
        return bool(operation.scales)
    sizes = map(abs, operation.scales)
    return any(VERY_LARGE <= size < SOME or 0.0 < size <= 1.0 / VERY_LARGE for size in sizes)


def _multiplied(operation: Operation) -> Power | None:
    """Of what a product of two equal factors, or of a power and its base, is a power."""
    powers = [
        operand.made.power or _power(operation, i, 1.0, called=False)
        for i, operand in enumerate(operation.operands[:2])
    ]
    left, right = powers
    if left is None or right is None or left[1:] != right[1:] or left.called:
        return None
    return left._replace(exponent=left.exponent + right.exponent)


def _power(operation: Operation, position: int, exponent: float, *, called: bool) -> Power | None:
    node = operation.operands[position].node
    if not isinstance(node, _BRIEF):
        return None
    function = operation.frame.function
    return Power(exponent, ast.dump(node), function.qualname if function is not None else "", called)


_BRIEF = (ast.Name, ast.Attribute, ast.Subscript)
"""What is compared as it is written."""


def _quotient(operation: Operation) -> tuple[Making, bool]:
    (first, second), right = operation.constants[:2], operation.operands[1]
    if _is_all_known((first, second)):
        return PLAIN, False
    steps: set[str] = {EXTREME} if _goes_to_an_extreme(operation) else set()
    power = None
    inexact = divides_by_constant(operation.state, operation.frame, right.value, right.node)
    if inexact:
        steps.add(RATIO)
        if second != SOME:
            steps.add(QUOTIENT)
    if first is not None:
        steps.add(INVERSE)
        if right.made.has(INVERSE):
            steps.add(TOGETHER)
    if operation.is_one(0):
        power = _power(operation, 1, -1.0, called=False)
    rounded = inexact or TOGETHER in steps or operation.is_one(0) or right.made.has(ROOT)
    return Making(tuple(sorted(steps)), power=power), rounded


def is_inexact(tensor: Tensor) -> bool:
    """Whether its last bit may be another one in a graph, which `==` notices."""
    return tensor.dtype in FLOATS and (tensor.rounded or tensor.made.has(REORDERED))


def divides_by_constant(state: State, frame: Frame, divisor: Value, node: ast.AST | None) -> bool:
    """Whether a graph multiplies by the reciprocal of a constant, which differs from it in the last bit."""
    if any(
        isinstance(a, (Scalar, Array)) or (isinstance(a, Const) and not written.is_power_of_two(a.value))
        for a in divisor
    ):
        return True
    return node is not None and written.is_all(state, frame, node, written.is_inexact_constant)


def _raised(operation: Operation) -> tuple[Making, bool]:
    exponent = operation.constants[1]
    if exponent is None or operation.constants[0] is not None:
        return PLAIN, False
    rounded = exponent in _REWRITTEN
    return Making(power=_power(operation, 0, exponent, called=True) if rounded else None), rounded


_REWRITTEN = (SOME, 3.0, 2.0, 0.5, -0.5, -1.0)
"""The exponents for which a graph has another operation than the power."""


def _negation(operation: Operation) -> tuple[Making, bool]:
    return negated(operation.operands[0].made), False


def negated(made: Making) -> Making:
    """From what a tensor comes with the other sign."""
    steps = (TERMS,) if made.has(TERMS) else ()
    return Making(steps, together(*(-number for number in made.added)), made.factors)


def _reciprocal(operation: Operation) -> tuple[Making, bool]:
    twice = operation.operands[0].made.has(INVERSE)
    steps = (INVERSE, TOGETHER) if twice else (INVERSE,)
    return Making(steps, power=_power(operation, 0, -1.0, called=False)), twice


def _function(operation: Operation) -> tuple[Making, bool]:
    """What is known of the result of any other function."""
    name = operation.name
    if name in _SAME or name in _REARRANGED:
        return _handed_on(operation), False
    steps = {_BY_NAME[name]} if name in _BY_NAME else set[str]()
    if name in _MONOTONIC:
        steps.add(MONOTONIC)
    if name in _PARTIAL and not is_positive(operation.frame, operation.operands[0].node):
        steps.add(PARTIAL)
    near = name == "log" and operation.operands[0].made.has(PLUS_ONE)
    if near:
        steps.add(LOG1P)
    power = _power(operation, 0, _POWERS[name], called=False) if name in _POWERS else None
    return Making(tuple(sorted(steps)), power=power), near or name in _OF_THEIR_OWN


def is_positive(frame: Frame, node: ast.AST | None) -> bool:
    """Whether a number is not negative, as far as it is written."""
    parts = [node, *written.bound_to(frame, node)] if node is not None else []
    return any(_gives_positive(inner) for part in parts for inner in walk(part))


def _gives_positive(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", getattr(node.func, "id", "")) in _POSITIVE
    return isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Pow))


_POSITIVE = frozenset(
    """square abs exp softplus reduce_sum reduce_mean reduce_variance maximum squared_difference clip_by_value sigmoid
    softmax ones norm""".split()
)


def _many(operation: Operation) -> tuple[Making, bool]:
    extreme = (EXTREME,) if operation.dtype == "float16" else ()
    return Making((*extreme, REORDERED, SUM, TERMS)), False


def _between(operation: Operation) -> tuple[Making, bool]:
    return PLAIN, any(tensors(operand.value) for operand in operation.operands)


_Step = Callable[[Operation], tuple[Making, bool]]
_STEPS: dict[str, tuple[int, _Step]] = {
    "add": (2, _sum),
    "subtract": (2, _sum),
    "multiply": (2, _product),
    "divide": (2, _quotient),
    "pow": (2, _raised),
    "negate": (1, _negation),
    "reciprocal": (1, _reciprocal),
    "add_n": (1, _many),
    "accumulate_n": (1, _many),
    "linspace": (2, _between),
}
_OF_THEIR_OWN = ("swish", "gelu")
"""Functions that a graph computes by an operation of its own."""
_MONOTONIC = frozenset(
    """relu relu6 sigmoid tanh exp elu selu softplus floor ceil round rint erf sign sqrt log log1p expm1 rsqrt asin acosh
    atanh acos sinh""".split()
)
_PARTIAL = frozenset("sqrt log log1p rsqrt asin acosh atanh acos".split())
_POWERS = {"square": 2.0, "sqrt": 0.5, "rsqrt": -0.5}
_BY_NAME = {"exp": EXP, "softmax": SOFTMAX, "sigmoid": SIGMOID, "sqrt": ROOT}
