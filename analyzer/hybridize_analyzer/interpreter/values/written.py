"""Constants and calls, as they are written in a function: what a graph computes before it runs."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable

from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Const, External, Value
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.knowledge import tensorflow as knowledge
from hybridize_analyzer.knowledge.exports import canonical_export
from hybridize_analyzer.program.code import found_once, parameter_names, walk

_DEPTH = 6


def is_inexact_constant(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether it is `tf.constant(0.1)`, `tf.ones_like(x) * 0.1` or the like, and not `tf.constant(2.0)`."""
    if not isinstance(node, (ast.Call, ast.BinOp)) or not is_constant(state, frame, node):
        return False
    if isinstance(node, ast.BinOp):
        numbers = again(state, frame, node)
        if numbers and all(isinstance(a, Const) for a in numbers):
            return not all(isinstance(a, Const) and is_power_of_two(a.value) for a in numbers)
        return any(_is_inexact(state, frame, part) for part in (node.left, node.right))
    if _is_filled(state, frame, node):
        return False
    values = again(state, frame, node.args[0]) if node.args else frozenset[Const]()
    return not values or not all(isinstance(a, Const) and is_power_of_two(a.value) for a in values)


def _is_inexact(state: State, frame: Frame, node: ast.expr) -> bool:
    """Whether an operand makes a divisor inexact: a number does, and so does a whole tensor of them, even of powers of two.

    Executed: the reciprocals of eight numbers and more are computed by an approximation.
    """
    if _is_filled(state, frame, node) or is_inexact_constant(state, frame, node):
        return True
    values = again(state, frame, node) if isinstance(node, (ast.Constant, ast.Name, ast.Attribute)) else ()
    return any(isinstance(a, Const) and not is_power_of_two(a.value) for a in values)


def _is_filled(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether it is as many ones or zeros as something has elements, which a graph knows where shapes are static."""
    return is_call(state, frame, node, "ones_like", "zeros_like", "ones", "zeros")


def is_constant(state: State, frame: Frame, node: ast.AST, depth: int = _DEPTH) -> bool:
    """Whether an expression is made of constants in the function itself, so that a graph computes it beforehand."""
    if depth == 0:
        return False
    if isinstance(node, ast.BinOp):
        return all(is_constant(state, frame, part, depth - 1) for part in (node.left, node.right))
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(is_constant(state, frame, part, depth - 1) for part in node.elts)
    if isinstance(node, ast.Call):
        if _is_filled(state, frame, node):
            return True
        if len(node.args) == 2 and is_call(state, frame, node, "fill"):
            return is_constant(state, frame, node.args[1], depth - 1)
        named = [k.value for k in node.keywords if k.arg not in ("dtype", "name")]
        computes = any(knowledge.category(n) == "compute" for n in called_names(state, frame, node))
        given = [a for a in (*node.args, *named) if not _is_dtype(a)]
        made = any(n in _MAKERS for n in called_names(state, frame, node))
        return (computes or made) and all(is_constant(state, frame, a, depth - 1) for a in given)
    if isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)):
        values = again(state, frame, node)
        if values and all(isinstance(a, Const) for a in values):
            return True
        bound = bound_to(frame, node)
        return bool(bound) and all(is_constant(state, frame, value, depth - 1) for value in bound)
    return False


_MAKERS = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor"})
_NUMBERS = _MAKERS | {f"numpy.{name}" for name in ("float16", "float32", "float64", "array", "asarray")}


def _is_dtype(node: ast.expr) -> bool:
    kinds = ("float", "bfloat", "int", "uint", "half", "dtype")
    return isinstance(node, ast.Attribute) and node.attr.startswith(kinds)


def again(state: State, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression that was evaluated before, where its names may be deleted by now: nothing is told twice."""
    told = dict(frame.events)
    value = evaluate(state, frame, node)
    frame.events.clear()
    frame.events.update(told)
    return value


def called_names(state: State, frame: Frame, node: ast.AST) -> tuple[str, ...]:
    """The names of functions of libraries that an expression calls."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
        return ()
    frame.prefix = node.func  # it is called, not read
    called = again(state, frame, node.func)
    return tuple(sorted(canonical_export(a.name) for a in called if isinstance(a, External)))


def bound_to(frame: Frame, node: ast.AST) -> list[ast.expr]:
    """All that a local variable is ever set to; nothing for a parameter, and for what is no such variable."""
    function = frame.function
    if not isinstance(node, ast.Name) or function is None or node.id in parameter_names(function.node.args):
        return []
    return found_once(function.node, _assigned).get(node.id, [])


def _assigned(function: ast.AST) -> dict[str, list[ast.expr]]:
    """What a function assigns to each of its variables."""
    found: dict[str, list[ast.expr]] = {}
    for node in walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
        elif isinstance(node, (ast.AugAssign, ast.For)) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, []).append(ast.Constant(None))
    return found


def is_power_of_two(value: object) -> bool:
    """Whether it is a positive number by which one divides and multiplies without rounding."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or value <= 0:
        return False
    mantissa, _ = math.frexp(value)
    return mantissa == 0.5


def is_all(state: State, frame: Frame, node: ast.AST, test: Callable[[State, Frame, ast.AST], bool]) -> bool:
    """Whether an expression passes a test, or is a variable that only ever holds what passes it."""
    bound = bound_to(frame, node)
    return all(test(state, frame, value) for value in bound) if bound else test(state, frame, node)


def number_of(state: State, frame: Frame, node: ast.AST) -> float | None:
    """A number that an expression is, or that it makes a tensor of."""
    if (
        isinstance(node, ast.Call)
        and node.args
        and any(n in _NUMBERS for n in called_names(state, frame, node))
    ):
        node = node.args[0]
    elif (
        isinstance(node, ast.Name)
        and len(bound := bound_to(frame, node)) == 1
        and isinstance(bound[0], ast.Call)
    ):
        return number_of(state, frame, bound[0])
    if isinstance(node, (ast.List, ast.Tuple)) and node.elts:
        return number_of(state, frame, node.elts[0])
    if not isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)):
        return None
    values = again(state, frame, node)
    (atom,) = values if len(values) == 1 else (None,)
    known = isinstance(atom, Const) and atom.type in ("int", "float")
    return float(atom.value) if known and isinstance(atom, Const) and abs(atom.value) < _LARGEST else None


_LARGEST = 1e300


def is_call(state: State, frame: Frame, node: ast.AST, *names: str) -> bool:
    """Whether an expression calls a function of a library by one of these last names."""
    return any(n.rpartition(".")[2] in names for n in called_names(state, frame, node))


def is_counted(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether an expression is a cast, or a parameter that is made a float first, as a step is that is counted."""
    if any(is_call(state, frame, part, "cast", "range") for part in (node, *bound_to(frame, node))):
        return True
    if not isinstance(node, ast.Name) or frame.function is None:
        return False
    bound = found_once(frame.function.node, _assigned).get(node.id, [])
    return bool(bound) and all(is_call(state, frame, value, "cast") for value in bound)
