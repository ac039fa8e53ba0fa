"""What Keras finds by names, and the names and configurations that it gives for that: `get`, `deserialize`, `serialize`."""

from __future__ import annotations

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

_ACTIVATIONS = "keras.activations."
_FINDING = frozenset(
    f"keras.{kind}.{function}"
    for kind in ("activations", "losses", "metrics")
    for function in ("get", "deserialize")
)
_TELLING = ("serialize", "serialize_keras_object")


def run(call: Call, name: str) -> Value | None:
    """Something found by its name, or the name and configuration of something; None for other functions."""
    if name.rpartition(".")[2] in _TELLING:
        config = [(const("class_name"), one(Scalar("str"))), (const("config"), UNKNOWN)]
        return union(one(Scalar("str")), new_dict(call.state, call.frame, call.node, config))
    if name not in _FINDING:
        return None
    given = call.argument(0, "identifier" if name.endswith(".get") else "name") or UNKNOWN
    kind = name.rpartition(".")[0] + "."
    return union(NOTHING, *(_found(atom, kind) for atom in given))


def _found(atom: Atom, kind: str) -> Value:
    if not isinstance(atom, (Const, Scalar)):
        return one(atom)  # a function stays what it is
    if kind == _ACTIVATIONS and isinstance(atom, Const):
        name = f"{kind}{'linear' if atom.value is None else atom.value}"
        if export(name) is not None:
            return external(name)
    return UNKNOWN
