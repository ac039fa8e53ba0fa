"""What `keras.backend` and `keras.config` offer besides computations: settings, and questions about tensors."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.domain.bindings import LIBRARIES
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    BOOL,
    FLOAT,
    NONE,
    STR,
    UNKNOWN,
    Tensor,
    Value,
    const,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import read_attribute
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.library.tensorflow import plain

Args = tuple[Value, ...]
Model = Callable[[Call], Value]

_SETTINGS: dict[str, tuple[Value, str]] = {
    "epsilon": (FLOAT, "value"),
    "floatx": (const("float32"), "value"),
    "image_data_format": (const("channels_last"), "data_format"),
}
"""The settings that functions read: what Keras sets them to, and the parameter of the function that sets one."""


_POLICY = "dtype policy"


def set_policy(call: Call) -> None:
    """The program chooses the dtypes of all that Keras makes from now on."""
    call.state.patch_library(_setting(_POLICY), UNKNOWN, call.where)


def _read_policy(call: Call) -> Value:
    """The policy of dtypes: that of float32, unless the program chooses another one."""
    policy = allocate(call.state, call.frame, call.node, "keras.DTypePolicy")
    dtypes = const("float32")
    if call.state.patch_of(_setting(_POLICY)) is not None:
        message = "the policy of dtypes, which the program sets, is read"
        call.emit(Kind.READ, message, target=LIBRARIES, field=_setting(_POLICY))
        dtypes = STR
    for name in ("name", "compute_dtype", "variable_dtype"):
        call.state.heap.write(policy.key, name, dtypes)
    return one(policy)


def _setting(name: str) -> str:
    """The attribute of the library that a setting stands for, whichever of Keras's modules names it."""
    return f"keras.config.{name}"


def _reads(name: str) -> Model:
    default, _ = _SETTINGS[name]

    def model(call: Call) -> Value:
        patch = call.state.patch_of(_setting(name))
        if patch is None:
            return default
        message = f"the Keras setting `{name}`, which the program sets, is read"
        call.emit(Kind.READ, message, target=LIBRARIES, field=_setting(name))
        return union(default, patch.value)

    return model


def note_settings(state: State, frame: Frame, node: ast.AST, what: str, *, made: bool = False) -> None:
    """Keras computes or makes something, for which it reads its settings: those matter that the program sets.

    what: the function or class; activations read none.  made: whether that is made, which the policy of dtypes is for;
    losses compute in `floatx`, or in what they are given.
    """
    names = (*_SETTINGS, _POLICY) if made and not what.startswith("keras.losses.") else _SETTINGS
    for name in () if what.startswith("keras.activations.") else names:
        if name == "epsilon" and _ignores_epsilon(what):
            continue
        if state.patch_of(_setting(name)) is not None:
            message = f"the Keras setting `{name}`, which the program sets, is read by `{what}`"
            state.emit(frame, node, Kind.READ, message, target=LIBRARIES, field=_setting(name))


def _ignores_epsilon(what: str) -> bool:
    """Whether a function or class never computes with the small number that keeps Keras from dividing by zero."""
    module, _, name = what.removeprefix("keras.").rpartition(".")
    if module == "ops":
        return not any(part in name for part in ("normal", "crossentropy"))
    return module in ("initializers", "random") or name in _WITHOUT_EPSILON.get(module, ())


_WITHOUT_EPSILON = {
    "losses": frozenset(
        """Huber MeanSquaredError MeanAbsoluteError LogCosh Hinge SquaredHinge CategoricalHinge huber mean_squared_error
        mean_absolute_error log_cosh hinge squared_hinge categorical_hinge""".split()
    ),
    "layers": frozenset(
        """Flatten Reshape Permute RepeatVector Concatenate Add Subtract Multiply Average Maximum Minimum Dot ReLU LeakyReLU
        PReLU ELU Softmax Activation Rescaling Cropping1D Cropping2D Cropping3D ZeroPadding1D ZeroPadding2D ZeroPadding3D
        UpSampling1D UpSampling2D UpSampling3D MaxPooling1D MaxPooling2D MaxPooling3D AveragePooling1D AveragePooling2D
        AveragePooling3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D GlobalAveragePooling1D
        GlobalAveragePooling2D GlobalAveragePooling3D Dropout GaussianNoise SpatialDropout1D SpatialDropout2D Embedding Dense
        Masking InputLayer""".split()
    ),
}
"""What of Keras never reads the setting `epsilon`, by module."""


def _sets(name: str) -> Model:
    _, parameter = _SETTINGS[name]

    def model(call: Call) -> Value:
        value = call.argument(0, parameter) or UNKNOWN
        call.state.patch_library(_setting(name), value, call.where)
        call.emit(Kind.AMBIENT, f"the Keras setting `{name}` is set")
        return NONE

    return model


_PHASE = "learning_phase"
"""Whether layers train that no call tells: a setting of Keras 2."""


def _set_phase(call: Call) -> Value:
    value = call.argument(0, "value") or UNKNOWN
    call.state.patch_library(_setting(_PHASE), value, call.where)
    call.emit(Kind.AMBIENT, "Keras's learning phase is set")
    return NONE


def note_phase(call: Call, what: str) -> None:
    """A layer that does something else in training is run, and the call does not say whether it trains."""
    if call.state.patch_of(_setting(_PHASE)) is not None:
        message = f"{what} takes `training` from Keras's learning phase, which the program sets"
        call.emit(Kind.READ, message, target=LIBRARIES, field=_setting(_PHASE), aspect=Aspect.PHASE)


def _asks(attribute: Callable[[Tensor], Value]) -> Model:
    """A question about a tensor, whose answer is a Python value inside a graph too."""

    def model(call: Call) -> Value:
        given = call.argument(0, "x") or call.argument(0, "tensor") or UNKNOWN
        found = [attribute(t) for t in tensors(given)]
        return union(*found) if found and len(found) == len(given) else attribute(Tensor("unseen"))

    return model


def _is_sparse(tensor: Tensor) -> Value:
    known = tensor.kind in ("tensor", "variable", "sparse")
    return const(tensor.kind == "sparse") if known else BOOL


def _dtype(tensor: Tensor) -> Value:
    return STR if tensor.dtype is None else const(tensor.dtype)


def _shape(call: Call) -> Value:
    assert isinstance(call.node, ast.expr)
    return read_attribute(call.state, call.frame, call.node, call.argument(0, "x") or UNKNOWN, "shape")


MODELS: dict[str, Model] = {
    **{f"keras.{module}.{name}": _reads(name) for module in ("backend", "config") for name in _SETTINGS},
    **{f"keras.{module}.set_{name}": _sets(name) for module in ("backend", "config") for name in _SETTINGS},
    f"keras.backend.set_{_PHASE}": _set_phase,
    "keras.config.dtype_policy": _read_policy,
    "keras.mixed_precision.dtype_policy": _read_policy,
    "keras.mixed_precision.global_policy": _read_policy,
    "keras.mixed_precision.experimental.global_policy": _read_policy,
    "keras.backend.ndim": plain.rank,
    "keras.ops.ndim": plain.rank,
    "keras.ops.shape": plain.sizes,
    "keras.backend.is_sparse": _asks(_is_sparse),
    "keras.backend.dtype": _asks(_dtype),
    "keras.backend.int_shape": _shape,
}
