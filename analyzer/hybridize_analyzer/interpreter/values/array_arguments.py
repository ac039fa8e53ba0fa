"""NumPy arrays among the arguments: a graph gets tensors, whose dtypes, shapes and operators are others.

`Tensor.of_array` marks them, and what is computed of them alone, while a call is evaluated as a graph sees it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    SHAPES,
    Array,
    Atom,
    Class,
    Const,
    External,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    tensors,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.knowledge import array_operators

_OF_TENSORFLOW = ("tensorflow.", "keras.")
_EQUALITY = (ast.Eq, ast.NotEq)
_CONTAINMENT = (ast.In, ast.NotIn)
_READ_SHAPES = frozenset(
    f"builtins.{name}"
    for name in """all any bool enumerate filter format int iter len list map max min next range reversed set sorted str
    sum tuple zip""".split()
)
"""Functions of Python that a `TensorShape` and a tuple of the same lengths give the same answer."""


def of_arrays(*operands: Value) -> bool:
    """Whether eager execution computes with arrays and Python numbers alone, where a graph has tensors."""
    atoms = [atom for operand in operands for atom in operand]
    given = any(isinstance(a, Tensor) and a.of_array for a in atoms)
    return given and all(
        isinstance(a, (Const, Scalar, Array)) or (isinstance(a, Tensor) and a.of_array) for a in atoms
    )


def computed(result: Value, *operands: Value) -> Value:
    """The result of an operator or index, marked as an array of eager execution if the operands are."""
    if not of_arrays(*operands):
        return result
    return frozenset(replace(a, of_array=True) if isinstance(a, Tensor) else a for a in result)


def note_operator(state: State, frame: Frame, node: ast.AST, op: ast.AST, *operands: Value) -> None:
    """Reports an operator that arrays have and tensors have not, or with results of another dtype."""
    if not of_arrays(*operands):
        return
    found = [tensor for operand in operands for tensor in tensors(operand)]
    vectors = isinstance(op, ast.MatMult) and any(t.shape is not None and len(t.shape) < 2 for t in found)
    if vectors or any(array_operators.differs(op, t.dtype) for t in found):
        _note(state, frame, node, "an operator of NumPy arrays that tensors have not, or with another result")


def note_variable_behind(state: State, frame: Frame, node: ast.AST, left: Value, right: Value) -> None:
    """Reports a variable of Keras 3 behind an array or a number of NumPy, which take its value themselves.

    Eagerly the result is an array, of which no gradient is known; in a graph there is no value to take.
    """
    arrays = any(isinstance(a, Array) or (isinstance(a, Tensor) and a.of_array) for a in left)
    if (
        arrays
        and 3 in state.keras
        and any(t.keras and t.kind in ("variable", "tensor") for t in tensors(right))
    ):
        _note(state, frame, node, "NumPy takes the value of a variable of Keras that stands behind an array")


def note_repeated(state: State, frame: Frame, node: ast.AST, op: ast.AST, left: Value, right: Value) -> None:
    """Reports a sequence or text that a number of NumPy repeats, where a tensor multiplies what is in it."""
    for numbers, others in ((left, right), (right, left)):
        scalar = any(isinstance(a, Tensor) and a.of_array and a.shape in (None, ()) for a in numbers)
        if isinstance(op, ast.Mult) and scalar and any(_is_sequence(state, atom) for atom in others):
            _note(state, frame, node, "a sequence or text is repeated by a number of NumPy")


def _is_sequence(state: State, atom: Atom) -> bool:
    if isinstance(atom, Ref):
        return state.heap.type_of(atom.key) == "builtins.list"
    if isinstance(atom, (Const, Scalar)):
        return atom.type in ("str", "bytes")
    return isinstance(atom, Tuple) or (isinstance(atom, LazySequence) and atom.source in ("list", "tuple"))


def note_absolute(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """The same for `abs()`."""
    if any(t.of_array and t.dtype in array_operators.ABSOLUTE for t in tensors(value)):
        _note(state, frame, node, "`abs()` of an array of a dtype for which tensors have no `abs()`")


def note_loss(call: Call) -> None:
    """Reports a loss of Keras 2 that is given an array beside a column: it leaves the axis out of two tensors only."""
    labels, predicted = (call.argument(n, name) or NOTHING for n, name in enumerate(("y_true", "y_pred")))
    pairs = [(a, b) for a in tensors(labels) for b in tensors(predicted)]
    if 2 in call.state.keras and any(
        (a.of_array or b.of_array) and (_is_column_beside(a, b) or _is_column_beside(b, a)) for a, b in pairs
    ):
        message = "a loss of Keras 2 is given an array beside a tensor with another axis of length 1"
        _note(call.state, call.frame, call.node, message)


def _is_column_beside(column: Tensor, other: Tensor) -> bool:
    """Whether the last axis of a tensor has length 1, and another one may have all axes but that."""
    if not column.shape or column.shape[-1] != 1:
        return False
    return other.shape is None or len(other.shape) == len(column.shape) - 1


def note_dtype(state: State, frame: Frame, node: ast.expr) -> None:
    """Reports a dtype that is used as one of NumPy: as text, as a key, by its attributes, in NumPy's functions."""
    if not all(_is_dtype_of_both(state, frame, use, path) for use, path in _uses(frame, node)):
        message = (
            "the dtype of an array is used in a way in which that of a tensor, which a graph has, differs"
        )
        _note(state, frame, node, message)


def note_shape(state: State, frame: Frame, node: ast.expr) -> None:
    """Reports a shape that is used as a tuple in a way in which a `TensorShape` differs."""
    if not all(_is_shape_of_both(state, frame, use, path) for use, path in _uses(frame, node)):
        message = (
            "the shape of an array is used as a tuple; a graph has a tensor, and its `TensorShape` differs"
        )
        _note(state, frame, node, message)


def _note(state: State, frame: Frame, node: ast.AST, message: str) -> None:
    state.emit(frame, node, Kind.NUMPY, message)


_Path = tuple[ast.AST, ...]
"""What a node stands in, the innermost first."""


def _uses(frame: Frame, node: ast.expr) -> Iterator[tuple[ast.expr, _Path]]:
    """The expression with what it stands in, or each place that reads the variable that it is assigned to."""
    body = frame.module.tree if frame.function is None else frame.function.node
    paths = dict(_paths(body))
    path = paths.get(node, ())
    holder = path[0] if path else None
    if not isinstance(holder, ast.Assign) or not all(isinstance(t, ast.Name) for t in holder.targets):
        yield node, path
        return
    names = {target.id for target in holder.targets if isinstance(target, ast.Name)}
    for other, around in paths.items():
        if isinstance(other, ast.Name) and other.id in names and isinstance(other.ctx, ast.Load):
            yield other, around


def _paths(body: ast.AST) -> Iterator[tuple[ast.AST, _Path]]:
    """Every node of a body with what it stands in."""
    pending: list[tuple[ast.AST, _Path]] = [(body, ())]
    while pending:
        node, path = pending.pop()
        yield node, path
        pending += ((child, (node, *path[:2])) for child in ast.iter_child_nodes(node))


def _is_dtype_of_both(state: State, frame: Frame, use: ast.expr, path: _Path) -> bool:
    """Whether a use of a dtype gives the same for NumPy's and TensorFlow's."""
    around = path[0] if path else None
    if isinstance(around, ast.Attribute):
        return around.attr == "name"
    if isinstance(around, ast.Compare):
        return all(_is_dtype_alike(state, frame, use, around, number) for number in range(len(around.ops)))
    return isinstance(around, ast.Expr) or _calls(state, frame, path, _OF_TENSORFLOW)


def _is_dtype_alike(state: State, frame: Frame, use: ast.expr, node: ast.Compare, number: int) -> bool:
    others = _compared_with(use, node, number, _EQUALITY)
    if others is None:
        return False
    return all(_reads(other, "dtype") or _names_dtype(evaluate(state, frame, other)) for other in others)


def _compared_with(
    use: ast.expr, node: ast.Compare, number: int, equality: tuple[type[ast.cmpop], ...]
) -> list[ast.expr] | None:
    """What one part of a comparison compares an expression with; None where it asks for anything but sameness."""
    left, op, right = (node.left, *node.comparators)[number], node.ops[number], node.comparators[number]
    if isinstance(op, equality):
        return [side for side in (left, right) if side is not use]
    if isinstance(op, _CONTAINMENT) and left is use and isinstance(right, (ast.Tuple, ast.List)):
        return right.elts
    return None


def is_class_of_both(state: State, frame: Frame, node: ast.expr) -> bool:
    """Whether the class of a tensor or array is compared with nothing but classes that it has nowhere.

    In a graph a dense tensor is of another class than in eager execution, and so is what is there for an array.  TensorFlow
    exports neither: `type(x) == tf.Tensor` is false of both.
    """
    for use, path in _uses(frame, node):
        around = path[0] if path else None
        if not isinstance(around, ast.Compare):
            return False
        for number in range(len(around.ops)):
            if use in ((around.left, *around.comparators)[number], around.comparators[number]):
                others = _compared_with(use, around, number, (*_EQUALITY, ast.Is, ast.IsNot))
                if others is None or not all(_is_foreign(state, frame, other) for other in others):
                    return False
    return True


def _is_foreign(state: State, frame: Frame, node: ast.expr) -> bool:
    """Whether an expression names classes, and neither those of dense tensors nor one of NumPy."""
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return False  # `type(y)`, which would ask the same again
    value = evaluate(state, frame, node)
    return bool(value) and all(
        isinstance(atom, Class)
        or (
            isinstance(atom, External)
            and atom.name.startswith(("builtins.", "tensorflow."))
            and "EagerTensor" not in atom.name
        )
        for atom in value
    )


def _reads(node: ast.expr, name: str) -> bool:
    """Whether an expression is an attribute of this name, be it of a tensor or of an array."""
    return isinstance(node, ast.Attribute) and node.attr == name


def _names_dtype(value: Value) -> bool:
    """Whether NumPy and TensorFlow agree which dtype it is: `float` is float64 to one, and float32 to the other."""
    return all(
        isinstance(atom.value, str)
        if isinstance(atom, Const)
        else isinstance(atom, External) and atom.name.startswith(("numpy.", "tensorflow."))
        for atom in value
    )


def _is_shape_of_both(state: State, frame: Frame, use: ast.expr, path: _Path) -> bool:
    """Whether a use of a shape gives the same for a tuple and a `TensorShape`."""
    around = path[0] if path else None
    if isinstance(around, ast.Subscript):
        sliced = around.value is use and isinstance(around.slice, ast.Slice)
        return not sliced or _is_shape_of_both(state, frame, around, path[1:])
    if isinstance(around, ast.Compare):
        return _is_shape_alike(state, frame, use, around)
    if isinstance(around, ast.BinOp):
        return isinstance(around.op, ast.Add)
    if isinstance(around, ast.FormattedValue):
        return around.conversion != ord("r") and around.format_spec is None
    if isinstance(around, ast.Assign):
        return all(isinstance(target, (ast.Tuple, ast.List)) for target in around.targets)
    if isinstance(around, (ast.Expr, ast.Starred, ast.For, ast.comprehension)):
        return True
    return _calls(state, frame, path, (*_OF_TENSORFLOW, "numpy.", "math."), _READ_SHAPES)


def _is_shape_alike(state: State, frame: Frame, use: ast.expr, node: ast.Compare) -> bool:
    """A `TensorShape` equals a list of the same lengths, which no tuple does, and has no order."""
    if not all(isinstance(op, (*_EQUALITY, *_CONTAINMENT)) for op in node.ops):
        return False
    if any(isinstance(op, _CONTAINMENT) for op in node.ops):
        return True
    others = [side for side in (node.left, *node.comparators) if side is not use]
    return all(_reads(other, "shape") or _is_tuple(evaluate(state, frame, other)) for other in others)


def _is_tuple(value: Value) -> bool:
    return all(
        isinstance(a, Tuple) or (isinstance(a, LazySequence) and a.source in (*SHAPES, "tuple"))
        for a in value
    )


def _calls(
    state: State, frame: Frame, path: _Path, roots: tuple[str, ...], names: frozenset[str] = frozenset()
) -> bool:
    """Whether it is an argument of functions of libraries alone: of some packages, or with one of the names."""
    call = path[1] if len(path) > 1 and isinstance(path[0], ast.keyword) else path[0] if path else None
    if not isinstance(call, ast.Call):
        return False
    called = evaluate(state, frame, call.func)
    return bool(called) and all(
        isinstance(atom, External) and (atom.name.startswith(roots) or atom.name in names) for atom in called
    )
