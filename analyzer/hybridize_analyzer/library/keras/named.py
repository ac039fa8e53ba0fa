"""What Keras finds by names, and the names and configurations that it gives for that: `get`, `deserialize`, `serialize`."""

from __future__ import annotations

from collections.abc import Callable

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Const,
    Ref,
    Scalar,
    Value,
    const,
    external,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_value
from hybridize_analyzer.interpreter.values.allocation import new_dict
from hybridize_analyzer.knowledge.exports import export

Model = Callable[[Call], Value]
_ACTIVATIONS, _LOSSES, _OPTIMIZERS = "keras.activations.", "keras.losses.", "keras.optimizers."


def _finder(kind: str, parameter: str, *, makes: bool = False) -> Model:
    """`get` and `deserialize`: what is no name stays what it is.

    parameter: that of the name.  makes: whether the name of a class gives an instance of it.
    """

    def model(call: Call) -> Value:
        given = call.argument(0, parameter) or UNKNOWN
        return union(NOTHING, *(_found(call, atom, kind, makes=makes) for atom in given))

    return model


def _told(call: Call) -> Value:
    """`serialize`: the name of a function, or class and configuration of an object."""
    config = [(const("class_name"), one(Scalar("str"))), (const("config"), UNKNOWN)]
    return union(one(Scalar("str")), new_dict(call.state, call.frame, call.node, config))


def _found(call: Call, atom: Atom, kind: str, *, makes: bool) -> Value:
    if isinstance(atom, Scalar) or _is_dict(call, atom):
        return UNKNOWN  # a name or a configuration that cannot be told
    if not isinstance(atom, Const):
        return one(atom)  # a function or an object stays what it is
    if atom.value is None:
        return external(f"{_ACTIVATIONS}linear") if kind == _ACTIVATIONS else one(atom)
    found = export(f"{kind}{_written(str(atom.value), kind)}")
    if found is not None and found.kind == "function":
        return external(found.name)
    if found is not None and found.kind == "class" and makes:
        return call_value(call.state, call.frame, call.node, external(found.name), (), {})
    return UNKNOWN


def _is_dict(call: Call, atom: Atom) -> bool:
    return isinstance(atom, Ref) and call.state.heap.type_of(atom.key) == "builtins.dict"


def _written(name: str, kind: str) -> str:
    """A name as it is exported: Keras knows losses by abbreviations, too, and optimizers in capitals or not."""
    if kind == _LOSSES:
        return _ABBREVIATED.get(name.lower(), name)
    return _OPTIMIZERS_BY_NAME.get(name.lower(), name) if kind == _OPTIMIZERS else name


_ABBREVIATED = {
    "bce": "binary_crossentropy",
    "kld": "kl_divergence",
    "mae": "mean_absolute_error",
    "mape": "mean_absolute_percentage_error",
    "mse": "mean_squared_error",
    "msle": "mean_squared_logarithmic_error",
}
_OPTIMIZERS_BY_NAME = {
    name.lower(): name
    for name in "Adadelta Adafactor Adagrad Adam AdamW Adamax Ftrl Lion Nadam RMSprop SGD".split()
}
_KINDS = "activations constraints initializers layers losses metrics optimizers regularizers".split()
_FOUND = (_ACTIVATIONS, _LOSSES, _OPTIMIZERS)
MODELS: dict[str, Model] = {
    **{f"{kind}get": _finder(kind, "identifier", makes=True) for kind in _FOUND},
    **{f"{kind}deserialize": _finder(kind, "name") for kind in _FOUND},
    **dict.fromkeys((f"keras.{kind}.serialize" for kind in _KINDS), _told),
    **dict.fromkeys(
        (f"keras.{m}.serialize_keras_object" for m in ("utils", "saving", "utils.legacy")), _told
    ),
}
"""By canonical name."""
