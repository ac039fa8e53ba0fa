"""`preprocess_input` of `keras.applications`: images as a model was trained on them.

Of a tensor it gives another one by arithmetic with constants, or, for models that do this themselves, the tensor itself.
A NumPy array it changes in place, in most modules.
"""

from __future__ import annotations

from collections.abc import Callable

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import UNKNOWN, Atom, Opaque, Tensor, Value, interned_tensor, one
from hybridize_analyzer.interpreter.values.arithmetic import FLOATS
from hybridize_analyzer.library.common import invoke_callbacks

Model = Callable[[Call], Value]

_OPERATIONS = 3


def _as_given(call: Call) -> Value:
    """The image itself."""
    return call.argument(0, "x") or UNKNOWN


def _prepared(call: Call) -> Value:
    """The tensor of float that an image becomes, of the same shape."""
    given = call.argument(0, "x") or UNKNOWN
    if not all(isinstance(atom, Opaque) or _is_computed(atom) for atom in given):
        return invoke_callbacks(call, "`preprocess_input`")
    if any(isinstance(atom, Opaque) for atom in given):
        call.emit(
            Kind.UNSEEN,
            "`preprocess_input` gets something that cannot be seen, which it changes if it is an array",
        )
    if any(isinstance(atom, Tensor) and atom.kind == "symbolic" for atom in given):
        call.emit(Kind.SYMBOLIC, "`preprocess_input` gets a Keras symbolic tensor")
        return one(Tensor("symbolic"))
    call.frame.ops += _OPERATIONS
    return frozenset(_scaled(atom) if isinstance(atom, Tensor) else Tensor() for atom in given)


def _is_computed(atom: Atom) -> bool:
    return isinstance(atom, Tensor) and atom.kind in ("tensor", "symbolic") and not atom.of_array


def _scaled(image: Tensor) -> Tensor:
    """What constants have been taken from, and what may have been divided by one."""
    return interned_tensor(
        "tensor",
        image.dtype if image.dtype in FLOATS else None,
        image.shape,
        image.dynamic,
        True,
        unranked=image.unranked,
        supposed=image.supposed,
    )


_SCALING = """densenet imagenet_utils inception_resnet_v2 inception_v3 mobilenet mobilenet_v2 nasnet resnet
resnet50 resnet_v2
vgg16 vgg19 xception"""
_LEAVING = "convnext efficientnet efficientnet_v2 mobilenet_v3 regnet resnet_rs"
"""Modules whose models scale images themselves."""

MODELS: dict[str, Model] = {
    f"keras.applications.{module}.preprocess_input": model
    for modules, model in ((_SCALING, _prepared), (_LEAVING, _as_given))
    for module in modules.split()
}
