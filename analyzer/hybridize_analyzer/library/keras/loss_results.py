"""What the losses of Keras give that are objects: `tf.keras.losses.MeanSquaredError()(y_true, y_pred)`."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import descends
from hybridize_analyzer.domain.values import (
    NONE,
    NOTHING,
    UNKNOWN,
    Const,
    External,
    Ref,
    Shape,
    Tensor,
    Value,
    one,
    tensors,
)
from hybridize_analyzer.library.keras import layers
from hybridize_analyzer.shapes.layers import computes_in
from hybridize_analyzer.shapes.reductions import of_predictions, per_row, per_row_of_classes
from hybridize_analyzer.shapes.spec import BoundArguments

_SCALARS = frozenset("auto sum sum_over_batch_size mean mean_with_sample_weight".split())
_ROWS = frozenset(
    f"keras.losses.{name}"
    for name in """MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogarithmicError Huber LogCosh
    Hinge SquaredHinge CategoricalHinge KLDivergence Poisson BinaryCrossentropy BinaryFocalCrossentropy""".split()
)
_ROWS_OF_CLASSES = frozenset(
    f"keras.losses.{name}" for name in ("CategoricalCrossentropy", "SparseCategoricalCrossentropy")
)
_SETTINGS = ("reduction", "dtype", "fn", "call")
"""Attributes that say what a loss gives, where a program sets them."""
REDUCTION = "[reduction]"
"""The field of a loss of the program with the reduction that the constructor of Keras is given."""


def remember(call: Call, ref: Ref) -> None:
    """Keeps how a loss of the program is reduced, which `__call__` of Keras does with what its `call` gives."""
    if not descends(call.state, call.state.heap.type_of(ref.key), "keras.losses."):
        return
    keywords = call.keywords.keys()
    seen = not call.args and "*" not in keywords and "**" not in keywords
    default = one(Const("str", "sum_over_batch_size"))
    call.state.heap.write(ref.key, REDUCTION, call.keywords.get("reduction", default) if seen else UNKNOWN)


def of_own(call: Call, ref: Ref, rows: Value) -> Value:
    """What a loss of the program gives.  rows: what its `call` does."""
    reduction = call.state.heap.read(ref.key, REDUCTION)
    given = layers.configured(call.state, ref)
    known = given.complete and not any(
        name in call.state.heap[ref.key].fields for name in ("reduction", "dtype")
    )
    dtype = computes_in(given) if known and call.state.keras == (3,) else None
    dynamic = any(t.dynamic for t in tensors(rows))
    scalar = known and _is_named(reduction, _SCALARS)
    return one(Tensor("tensor", dtype, () if scalar else None, dynamic and not scalar))


def result(call: Call, ref: Ref) -> Value:
    """What a loss of the library gives for labels and predictions: a number, or one for each row where it does not reduce.

    Keras 3 computes in the dtype of the loss, Keras 2 in that of the predictions.
    """
    fields = call.state.heap[ref.key].fields
    given = layers.configured(call.state, ref)
    dynamic = any(t.dynamic for value in call.args for t in tensors(value))
    rows = _rows(call, ref)
    empty = 0 in (rows.spec("y_pred").shape or ())  # which Keras 3 does not reduce
    if empty or not given.complete or any(name in fields for name in _SETTINGS):
        return one(Tensor("tensor", dynamic=dynamic))
    dtypes = {computes_in(given) if version == 3 else of_predictions(rows) for version in call.state.keras}
    (dtype,) = dtypes if len(dtypes) == 1 else (None,)
    reduction = given.given.get("reduction")
    if reduction is None or _is_named(reduction, _SCALARS):
        return one(Tensor("tensor", dtype, ()))
    shape = (
        _shape(call, ref, rows) if reduction == NONE or _is_named(reduction, frozenset({"none"})) else None
    )
    return one(Tensor("tensor", dtype, shape, dynamic and (shape is None or None in shape)))


def _rows(call: Call, ref: Ref) -> BoundArguments:
    names = enumerate(("y_true", "y_pred"))
    given = {name: call.argument(index, name) or NOTHING for index, name in names}
    return BoundArguments(call.state.heap, str(call.state.heap.type_of(ref.key)), given)


def _shape(call: Call, ref: Ref, rows: BoundArguments) -> Shape | None:
    if len(call.args) + len(call.keywords) > len(rows.given):
        return None  # weights of examples may have more axes
    cls = call.state.heap.type_of(ref.key)
    if cls in _ROWS:
        return per_row(rows).shape
    return per_row_of_classes(rows).shape if cls in _ROWS_OF_CLASSES else None


def _is_named(reduction: Value, names: frozenset[str]) -> bool:
    """Whether a reduction is certainly one of some: by a text, or as `Reduction.NONE` of Keras 2."""
    return bool(reduction) and all(
        (isinstance(atom, Const) and str(atom.value) in names)
        or (
            isinstance(atom, External)
            and atom.name.rpartition(".")[2].lower() in names
            and "Reduction." in atom.name
        )
        for atom in reduction
    )
