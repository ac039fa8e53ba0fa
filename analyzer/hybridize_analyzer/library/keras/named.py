"""What Keras finds by names, and the names and configurations that it gives for that: `get`, `deserialize`, `serialize`."""

from __future__ import annotations

from collections.abc import Callable

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Const,
    Scalar,
    Value,
    const,
    external,
    one,
    union,
)
from hybridize_analyzer.interpreter.values.allocation import new_dict
from hybridize_analyzer.knowledge.exports import export

Model = Callable[[Call], Value]
_ACTIVATIONS = "keras.activations."


def _finder(kind: str, parameter: str) -> Model:
    """`get` and `deserialize`: what is no name stays what it is.  parameter: that of the name."""

    def model(call: Call) -> Value:
        return union(NOTHING, *(_found(atom, kind) for atom in call.argument(0, parameter) or UNKNOWN))

    return model


def _told(call: Call) -> Value:
    """`serialize`: the name of a function, or class and configuration of an object."""
    config = [(const("class_name"), one(Scalar("str"))), (const("config"), UNKNOWN)]
    return union(one(Scalar("str")), new_dict(call.state, call.frame, call.node, config))


def _found(atom: Atom, kind: str) -> Value:
    if not isinstance(atom, (Const, Scalar)):
        return one(atom)  # a function stays what it is
    if kind == _ACTIVATIONS and isinstance(atom, Const):
        name = f"{kind}{'linear' if atom.value is None else atom.value}"
        if export(name) is not None:
            return external(name)
    return UNKNOWN


_KINDS = "activations constraints initializers layers losses metrics optimizers regularizers".split()
_FOUND = ("keras.activations.", "keras.losses.")
MODELS: dict[str, Model] = {
    **{f"{kind}get": _finder(kind, "identifier") for kind in _FOUND},
    **{f"{kind}deserialize": _finder(kind, "name") for kind in _FOUND},
    **dict.fromkeys((f"keras.{kind}.serialize" for kind in _KINDS), _told),
    **dict.fromkeys(
        (f"keras.{m}.serialize_keras_object" for m in ("utils", "saving", "utils.legacy")), _told
    ),
}
"""By canonical name."""
