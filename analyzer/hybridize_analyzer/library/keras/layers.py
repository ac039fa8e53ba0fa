"""Keras layers of the library: the arguments that they were made with, and what they put out."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import find_attribute
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.state import Bindings, State
from hybridize_analyzer.domain.values import (
    BOOL,
    FIRST,
    NONE,
    NOTHING,
    OPEN,
    STR,
    TENSOR,
    UNKNOWN,
    Array,
    Atom,
    Axes,
    Const,
    Function,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    tensors,
    with_masks_of,
)
from hybridize_analyzer.library.binding import bind_by_name
from hybridize_analyzer.program.code import parameter_names
from hybridize_analyzer.report import Location
from hybridize_analyzer.shapes import layers as rules
from hybridize_analyzer.shapes.dtypes import dtype_of
from hybridize_analyzer.shapes.spec import BoundArguments, Spec, spec_of

CONFIG = "config "
_OPEN = "config *"
_DTYPES, _FORMATS, _HALF = "keras:policy of dtypes", "keras:format of data", "keras:policy of 16 bits"
SEQUENCE = "[sequence]"
LOSSES = "[losses]"
"""The field of a layer with what `add_loss` keeps: `losses` gives it until the next call of the layer."""
_ACTIVITY = "activity_regularizer"
APPLIED = "keras:applied"
"""The object whose field `layers` holds what was applied to symbolic tensors: functional models run it."""
SYMBOLIC = "applied to symbolic tensors"
"""The table of all objects that functional models may run: those that are applied to symbolic tensors, or give some."""
FUNCTIONAL = "functional"
"""The field of a model that was made of symbolic tensors."""
_CELLS = frozenset(
    """units filters kernel_size strides padding dilation_rate pool_size data_format keepdims target_shape dims n axis
    activation output_dim return_sequences return_state size depth_multiplier output_padding dtype momentum
    activity_regularizer autocast reduction merge_mode gradient_accumulation_steps use_ema seed""".split()
)
DTYPE_POLICIES = frozenset(
    """keras.config.set_floatx keras.backend.set_floatx keras.config.set_dtype_policy
    keras.mixed_precision.set_global_policy keras.mixed_precision.set_dtype_policy
    keras.mixed_precision.experimental.set_policy""".split()
)
"""Functions that choose the dtypes of layers and of what they put out, for all that are made later."""
DATA_FORMATS = frozenset({"keras.config.set_image_data_format", "keras.backend.set_image_data_format"})
"""Functions that choose on which axis layers that are made later look for channels."""


def remember(state: State, ref: Ref, name: str, args: tuple[Value, ...], keywords: Bindings) -> None:
    """Keeps the arguments of a layer's constructor that decide about shapes and dtypes."""
    bound = bind_by_name(state, name, args, keywords)
    for parameter, value in bound.given.items():
        if parameter in _CELLS:
            state.heap.write(ref.key, CONFIG + parameter, value)
    if not bound.complete:
        state.heap.write(ref.key, _OPEN, BOOL)
    if name == "keras.Sequential":
        items = items_of(state, bound.given.get("layers", NOTHING))
        state.heap.write(ref.key, SEQUENCE, one(Tuple(items or ())))


def remember_policy(state: State, ref: Ref, keywords: Bindings) -> None:
    """Keeps what a class of the program tells the constructor of Keras about dtype and activities of its layer."""
    if "dtype" in keywords:
        state.heap.write(ref.key, CONFIG + "dtype", keywords["dtype"])
    regularizer = frozenset(a for a in keywords.get(_ACTIVITY, NONE) - NONE if not isinstance(a, Opaque))
    if regularizer:
        state.heap.write(ref.key, CONFIG + _ACTIVITY, regularizer)
    if "**" in keywords or "autocast" in keywords:
        state.heap.write(ref.key, _OPEN, BOOL)


def converted(state: State, ref: Ref, inputs: Value) -> Value:
    """What the `call` of a layer is given for its first input: a tensor for an array, and its own dtype for floats.

    Keras 3: `Layer.__call__`, step 1, and `DTypePolicy.convert_input`; Keras 2 does the same to the first argument alone.
    Where it cannot be seen which dtype a layer has, arrays have any; tensors are left as they are, unless the program
    chooses dtypes.
    """
    if "_convert_input_args" in state.heap[ref.key].fields:
        return inputs
    dtype = rules.computes_in(_call(state, ref, "", inputs))
    keeps = dtype is None and not _chooses(state, _DTYPES)
    return frozenset(_converted(atom, dtype, keeps=keeps) for atom in inputs)


def dtype_of_weight(call: Call, ref: Ref) -> str | None:
    """The dtype of what `add_weight` makes, as `call` reads it: floats are cast to that in which the layer computes."""
    given = call.keywords.get("dtype", NONE)
    named = "float32" if given == NONE else dtype_of(given)
    if len(call.args) > _BEFORE_DTYPE:
        return None
    if named is not None and named not in _FLOATS:
        return named
    fields = call.state.heap[ref.key].fields
    if (
        not _chooses(call.state, _DTYPES)
        and fields.get(CONFIG + "dtype", NONE) == NONE
        and _CASTS.isdisjoint(fields)
    ):
        return named
    own = rules.computes_in(_call(call.state, ref, "", NOTHING))
    mixed = fields.get(CONFIG + "dtype", NONE) in map(const, rules.MIXED)
    return own if own is not None and not mixed and (given == NONE or named == own) else None


_BEFORE_DTYPE = 2
"""How many arguments of `add_weight` can be given by position and are not its dtype, whichever Keras it is."""
_CASTS = frozenset({CONFIG + "autocast", "autocast", "_autocast", "dtype_policy", "_dtype_policy"})


def _converted(atom: Atom, dtype: str | None, *, keeps: bool) -> Atom:
    """An input as the `call` of a layer gets it.

    dtype: of floats; None where it is not known.  keeps: tensors are taken to keep theirs.
    """
    if isinstance(atom, Tuple):
        return Tuple(
            tuple(frozenset(_converted(a, dtype, keeps=keeps) for a in element) for element in atom.elements)
        )
    if isinstance(atom, Array):
        floats = atom.dtype in _FLOATS
        return Tensor("tensor", dtype if floats else atom.dtype, atom.shape)
    if not isinstance(atom, Tensor) or atom.kind != "tensor":
        return atom
    cast = not keeps and atom.dtype in _FLOATS
    return atom.but(dtype=dtype if cast else atom.dtype, of_array=False)


_FLOATS = frozenset({"float16", "bfloat16", "float32", "float64"})


def note_regularised(state: State, ref: Ref, where: Location) -> None:
    """Remembers that the program makes layers that leave losses of what they put out."""
    if is_regularised(state, ref):
        state.note(_REGULARISED, _REGULARISED, where)


def leaves_losses(state: State, ref: Ref) -> bool:
    """Whether a layer of the library may leave losses of what it puts out; what models run is known of `Sequential` only."""
    if not regularises_activities(state):
        return False
    if state.heap.type_of(ref.key) == "keras.Sequential":
        items = items_of(state, state.heap.read(ref.key, SEQUENCE))
        parts = [a for item in items for a in item] if items else [*state.heap.read(ref.key, "layers")]
        return any(isinstance(part, Ref) and leaves_losses(state, part) for part in parts)
    if state.heap.type_of(ref.key) == "keras.layers.Bidirectional":
        parts = [*state.heap.read(ref.key, _WRAPPED)]
        return any(isinstance(part, Ref) and leaves_losses(state, part) for part in parts)
    return state.heap.type_of(ref.key) == "keras.Model" or is_regularised(state, ref)


def regularises_activities(state: State) -> bool:
    """Whether the program makes a layer that leaves losses of what it puts out."""
    return state.noted(_REGULARISED, _REGULARISED) is not None


def is_regularised(state: State, ref: Ref) -> bool:
    """Whether a layer itself leaves losses of what it puts out."""
    given = state.heap.read(ref.key, CONFIG + _ACTIVITY) - NONE
    later = state.heap.read(ref.key, _ACTIVITY) - NONE
    seen = any(not isinstance(atom, Opaque) for atom in later)
    return bool(given) or seen or state.heap.type_of(ref.key) == "keras.layers.ActivityRegularization"


_REGULARISED = "activities are regularised"


def is_left_at(state: State, ref: Ref, parameter: str, default: object) -> bool:
    """Whether an object was certainly made with the default of a parameter."""
    fields = state.heap[ref.key].fields
    given = fields.get(CONFIG + parameter)
    return _OPEN not in fields and (given is None or given == const(default))


def set_policy(call: Call, name: str) -> None:
    """The program chooses dtypes or a data format for the layers that it makes from now on.

    Choosing what Keras starts with changes nothing.
    """
    kind, default = (_DTYPES, "float32") if name in DTYPE_POLICIES else (_FORMATS, "channels_last")
    chosen = call.args[0] if call.args else UNKNOWN
    if chosen != const(default):
        call.state.bind_cell(kind, "set", BOOL, call.where, again=False)
    if kind == _DTYPES and chosen not in map(const, ("float32", "float64")):
        call.state.bind_cell(_HALF, "set", BOOL, call.where, again=False)


def _chooses(state: State, what: str) -> bool:
    """Whether the program chooses other dtypes, or another data format, than those that Keras starts with."""
    return state.cell(what, "set") is not None


def chooses_format(state: State) -> bool:
    """Whether the program chooses where images have their channels."""
    return _chooses(state, _FORMATS)


def computes_in_16_bits(state: State, ref: Ref) -> bool:
    """Whether a layer of the library may compute in float16 or bfloat16, because the program says so."""
    dtype = rules.computes_in(_call(state, ref, "", NOTHING))
    return dtype in ("float16", "bfloat16") or (dtype is None and _chooses(state, _HALF))


def result(state: State, ref: Ref, inputs: Value) -> Value:
    """What a layer gives for this input; a tensor of unknown dtype and shape where that is not known."""
    cls = state.heap.type_of(ref.key)
    if not isinstance(cls, str):
        return one(Tensor())
    functional = _of_functional(state, ref, inputs)
    if functional is not None:
        return functional
    if cls == "keras.Sequential":
        return _through_all(state, ref, inputs)
    spec = rules.output(_call(state, ref, cls, inputs))
    dynamic = any(t.dynamic for t in tensors(inputs)) and (spec.shape is None or None in spec.shape)
    placeholder = any(t.placeholder for t in tensors(inputs))
    open_at = _open_in_result(cls, spec, inputs)
    return one(Tensor("tensor", spec.dtype, spec.shape, dynamic, open_at=open_at, placeholder=placeholder))


def arithmetic(
    state: State, ref: Ref, inputs: Value
) -> tuple[Shape, tuple[int | None, ...], int | None] | None:
    """The shape of what a convolution gives, and the kernel and the channels that each number is computed of.

    None for what is no convolution, and where the size of an example cannot be seen.
    """
    cls = state.heap.type_of(ref.key)
    if not isinstance(cls, str) or not rules.is_convolution(cls):
        return None
    bound = _call(state, ref, cls, inputs)
    shape = rules.output(bound).shape
    return (shape, *rules.window(bound)) if shape and None not in shape[1:] else None


def _open_in_result(cls: str, spec: Spec, inputs: Value) -> Axes | None:
    """The axes of what a layer gives that a graph may not know; None for any.

    The axes of an example come from those of its input alone, and the last axis of a dense layer is as long as it has units.
    """
    if not rules.is_known(cls) or not all(isinstance(atom, Tensor) for atom in inputs):
        return None
    open_ = [t for t in tensors(inputs) if t.has_open_axes]
    if open_ and all(t.open_axes == FIRST for t in open_):
        return FIRST
    dense = cls == "keras.layers.Dense" and spec.shape is not None
    return tuple(range(len(spec.shape) - 1)) if dense and spec.shape else None


def configured(state: State, ref: Ref) -> BoundArguments:
    """The arguments that an object was made with, as far as they decide about shapes and dtypes."""
    return _call(state, ref, "", NOTHING)


def _call(state: State, ref: Ref, cls: str, inputs: Value) -> BoundArguments:
    """What decides about the result of a layer: settings that the program chooses stand for arguments left to Keras."""
    fields = state.heap[ref.key].fields
    given = {n.removeprefix(CONFIG): v for n, v in fields.items() if n.startswith(CONFIG) and n != _OPEN}
    if (_chooses(state, _DTYPES) and given.get("dtype", NONE) == NONE) or not _CASTS.isdisjoint(fields):
        given["dtype"] = STR
    if _chooses(state, _FORMATS) and given.get("data_format", NONE) == NONE:
        given["data_format"] = STR
    return BoundArguments(state.heap, cls, {**given, "inputs": inputs}, complete=_OPEN not in fields)


def _through_all(state: State, ref: Ref, inputs: Value) -> Value:
    """The layers of a `Sequential` one after the other, where it is known which they are."""
    items = items_of(state, state.heap.read(ref.key, SEQUENCE))
    if items is None:
        return _through_some(state, ref, inputs)
    for item in items or ():
        layer = next(iter(item), None)
        if isinstance(layer, Tensor):
            continue  # `Input(…)`
        if len(item) != 1 or not isinstance(layer, Ref) or not isinstance(state.heap.type_of(layer.key), str):
            return one(Tensor())
        if state.heap.type_of(layer.key) != "keras.layers.InputLayer":
            inputs = result(state, layer, inputs)
    return inputs if items else one(Tensor())


def _through_some(state: State, ref: Ref, inputs: Value) -> Value:
    """A `Sequential` of layers in an order that is not known: all of them may give the dtype of the input."""
    known = spec_of(state.heap, inputs).dtype
    parts = [atom for atom in state.heap.read(ref.key, "layers") if not isinstance(atom, Tensor)]
    given = one(Tensor("tensor", known))
    dtypes = {
        spec_of(state.heap, result(state, p, given)).dtype if isinstance(p, Ref) else None for p in parts
    }
    return one(Tensor("tensor", known if dtypes == {known} else None))


OUTPUTS = "[outputs]"


def _of_functional(state: State, ref: Ref, inputs: Value) -> Value | None:
    """What a functional model gives: its symbolic outputs, for a number of examples that is not known."""
    outputs = state.heap.read(ref.key, OUTPUTS)
    return concrete(state, outputs, inputs) if outputs else None


def concrete(state: State, outputs: Value, inputs: Value) -> Value:
    """The outputs of a functional model, for inputs: tensors for symbolic ones."""
    dynamic = any(t.dynamic for t in tensors(inputs))
    shaped = not _chooses(state, _FORMATS)
    return frozenset(_concrete(atom, dynamic, shaped) for atom in outputs)


def _concrete(atom: Atom, dynamic: bool, shaped: bool) -> Atom:
    if isinstance(atom, Ref):
        return atom  # a dict, which stands for another one in every call
    if isinstance(atom, Tuple):
        return Tuple(tuple(frozenset(_concrete(a, dynamic, shaped) for a in e) for e in atom.elements))
    if isinstance(atom, Iterator):
        return Iterator(frozenset(_concrete(a, dynamic, shaped) for a in atom.element), None, atom.source)
    if not isinstance(atom, Tensor):
        return Tensor("tensor", dynamic=dynamic, several=True)
    shape = (None, *atom.shape[1:]) if atom.shape and shaped else None
    return Tensor(
        "tensor", atom.dtype, shape, dynamic, masked=atom.masked, squashed=atom.squashed, open_at=atom.open_at
    )


def remember_wrapped(state: State, ref: Ref, wrapped: Value) -> None:
    """Keeps which layer runs in both directions, and that it gives its states."""
    if state.heap.type_of(ref.key) != "keras.layers.Bidirectional":
        return
    state.heap.write(ref.key, _WRAPPED, frozenset(atom for atom in wrapped if isinstance(atom, Ref)))
    if any(isinstance(a, Ref) and state.heap.field(a.key, "return_state") is not None for a in wrapped):
        state.heap.write(ref.key, "return_state", NOTHING)


_WRAPPED = "wrapped"


def with_states(state: State, ref: Ref, output: Value) -> Value:
    """The output of a recurrent layer and its last states, one after the other where it is known how many there are."""
    count = _states(state, ref)
    if count is None or state.heap.read(ref.key, CONFIG + "return_state") not in (NOTHING, const(True)):
        return one(Iterator(with_masks_of(TENSOR, output), source="list"))
    outputs = [output, output] if is_unmerged(state, ref) else [output]
    return one(Tuple((*outputs, *[TENSOR] * count)))


def is_unmerged(state: State, ref: Ref) -> bool:
    """Whether a layer that runs in both directions gives what each gives: `Bidirectional(…, merge_mode=None)`."""
    if state.heap.type_of(ref.key) != "keras.layers.Bidirectional":
        return False
    return state.heap.read(ref.key, CONFIG + "merge_mode") == NONE


def _states(state: State, ref: Ref) -> int | None:
    cls = state.heap.type_of(ref.key)
    if cls == "keras.layers.Bidirectional":
        wrapped = state.heap.read(ref.key, _WRAPPED)
        counts = {_states(state, a) if isinstance(a, Ref) else None for a in wrapped}
        (count,) = counts if len(counts) == 1 else (None,)
        return None if count is None else 2 * count
    return _STATES.get(cls) if isinstance(cls, str) else None


_STATES = {"keras.layers.LSTM": 2, "keras.layers.GRU": 1, "keras.layers.SimpleRNN": 1}


def takes(state: State, ref: Ref, name: str) -> bool:
    """Whether the `call` of a layer has a parameter of this name, or takes any."""
    cls = state.heap.type_of(ref.key)
    found = None if isinstance(cls, str) else find_attribute(state, cls, "call")
    for atom in found[0] if found else ():
        if isinstance(atom, Function):
            return name in parameter_names(atom.code.node.args) or atom.code.node.args.kwarg is not None
    return True


def structure(state: State, outputs: Value) -> Value:
    """The outputs of a functional model: one tensor, or several in a list, tuple or dict, be they known or not.

    Of a list of one output Keras gives that output; of a tuple of one, Keras 3 does, and Keras 2 does not.
    """
    if tensors(outputs) and len(outputs) == 1:
        return outputs
    if outputs and all(isinstance(a, Ref) and state.heap.type_of(a.key) == "builtins.dict" for a in outputs):
        return outputs
    items, (atom,) = items_of(state, outputs), outputs if len(outputs) == 1 else (None,)
    if items is not None and len(items) == 1:
        unpacked = state.keras == (3,) or (isinstance(atom, Ref) and state.heap.is_list(atom))
        return items[0] if unpacked and all(isinstance(a, Tensor) for a in items[0]) else UNKNOWN
    if items is not None:
        return one(Tuple(tuple(items)))
    if isinstance(atom, Iterator) and atom.source in ("list", "tuple"):
        return outputs
    if not isinstance(atom, Ref) or not state.heap.is_list(atom):
        return UNKNOWN
    each = state.heap.elements_of_list(atom)
    known = bool(each) and all(isinstance(a, Tensor) for a in each)
    return one(Iterator(each if known else one(Tensor("symbolic")), None, "list"))


def symbolic_input(state: State, args: tuple[Value, ...], keywords: Bindings) -> Value:
    """`Input(shape, batch_size=…)`: one axis more than `shape`, for the examples."""
    bound = bind_by_name(state, "keras.Input", args, keywords)
    shape = None if bound.is_absent("shape") else bound.integers("shape")
    plain = bound.complete and bound.given.keys() <= _INPUT
    default = None if _chooses(state, _DTYPES) else "float32"
    dtype = default if bound.is_absent("dtype") else bound.dtype("dtype")
    if not plain or shape is None:
        return one(Tensor("symbolic"))
    known = (bound.integer("batch_size"), *shape)
    return one(Tensor("symbolic", dtype, known, open_at=_left_open(state, bound.given.get("shape", NOTHING))))


def _left_open(state: State, shape: Value) -> Axes | None:
    """The axes of an input that may have any length: that of the examples, and those that are not told; None for any."""
    items = items_of(state, shape)
    if items is None:
        return None
    told = [
        bool(v) and all(isinstance(a, (Const, Scalar)) and a.type == "int" and a != OPEN for a in v)
        for v in items
    ]
    return (*FIRST, *(axis for axis, is_told in enumerate(told, 1) if not is_told))


_INPUT = frozenset({"shape", "batch_size", "dtype", "name"})
