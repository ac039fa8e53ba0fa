"""Keras (3, and 2 where it agrees): layers, models, optimizers, metrics; and instances of other library classes."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import contains_symbolic, contains_tensor, items_of
from hybridize_analyzer.domain.events import SEEDS, Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    NONE,
    NOTHING,
    TENSOR,
    UNKNOWN,
    Array,
    Atom,
    Const,
    External,
    Function,
    Iterator,
    Opaque,
    Ref,
    Tensor,
    Tuple,
    Value,
    const,
    is_partly_unseen,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_method, elements_of, has_method
from hybridize_analyzer.interpreter.tracing import alike, costs, function_objects, logits, serialisation
from hybridize_analyzer.interpreter.tracing.alike import is_of_factory, is_one
from hybridize_analyzer.interpreter.tracing.order import is_passed_always
from hybridize_analyzer.interpreter.tracing.places import span
from hybridize_analyzer.interpreter.values import array_arguments
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.interpreter.values.special_methods import (
    TO_TENSORS,
    convert,
    invoke,
    project_objects,
)
from hybridize_analyzer.interpreter.values.structures import Path, rebuilt
from hybridize_analyzer.interpreter.values.unseen import unseen_call
from hybridize_analyzer.knowledge import tensorflow as knowledge
from hybridize_analyzer.knowledge.exports import canonical_export
from hybridize_analyzer.library.binding import bind_by_name
from hybridize_analyzer.library.common import (
    argument,
    call_callback,
    callables,
    check_rank,
    everything,
)
from hybridize_analyzer.library.keras import (
    activations,
    applications,
    batches,
    cells,
    datasets,
    functional,
    layers,
    loss_results,
    losses,
    masks,
    metrics,
    named,
    optimizers,
    settings,
)
from hybridize_analyzer.library.keras import backend as keras_backend
from hybridize_analyzer.library.keras import variables as keras_variables
from hybridize_analyzer.library.numpy import functions as numpy
from hybridize_analyzer.library.tensorflow.agreement import check_python_value, tensors_inside
from hybridize_analyzer.library.tensorflow.functional import cond
from hybridize_analyzer.library.tensorflow.operations import compute
from hybridize_analyzer.program.code import found_once, parameter_names, walk
from hybridize_analyzer.report import Location
from hybridize_analyzer.shapes.spec import integer, spec_of

Args = tuple[Value, ...]


_FUNCTIONAL = {
    "keras.Variable": keras_variables.made,
    "keras.Input": lambda call: layers.symbolic_input(call.state, call.args, call.keywords),
    "keras.backend.placeholder": lambda call: one(Tensor("symbolic")),
    "keras.regularizers.get": losses.regularizer,
    "keras.ops.map": functional.mapped,
    "keras.ops.vectorized_map": functional.vectorized,
    "keras.ops.cond": cond,
    "keras.ops.switch": functional.switch,
    "keras.ops.while_loop": functional.while_loop,
    "keras.ops.fori_loop": functional.fori_loop,
    "keras.ops.scan": functional.scan,
    "keras.ops.associative_scan": functional.associative_scan,
    "keras.tree.map_structure": functional.mapped_structure,
}
_WEIGHTLESS = frozenset(
    f"keras.layers.{name}"
    for name in """Dropout Flatten Activation ReLU LeakyReLU Softmax Lambda Add Multiply Concatenate Average Reshape
    Permute RepeatVector MaxPooling1D MaxPooling2D MaxPooling3D AveragePooling1D AveragePooling2D AveragePooling3D
    GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalMaxPooling1D GlobalMaxPooling2D
    GlobalMaxPooling3D UpSampling1D UpSampling2D UpSampling3D ZeroPadding1D ZeroPadding2D ZeroPadding3D Cropping1D
    Cropping2D Cropping3D ELU Masking Dot Subtract Maximum Minimum
    InputLayer UnitNormalization Rescaling Identity SpatialDropout1D""".split()
)


_WITHOUT_VARIABLES = _WEIGHTLESS - {
    f"keras.layers.{n}" for n in ("Dropout", "SpatialDropout1D", "Lambda", "InputLayer")
}
"""Layers that a graph may make in every trace; a dropout of Keras 3 has a variable from which it draws."""


def run(call: Call, name: str) -> Value:
    """A function or class of Keras."""
    last = name.rpartition(".")[2]
    if (listed := serialisation.note_call(call, name)) is not None:
        return listed
    if name in _FUNCTIONAL:
        return _FUNCTIONAL[name](call)
    _note_choice(call, name)
    model = _MODELS.get(name)
    if model is not None:
        return model(call)
    if name in _MAKERS:
        return _made_anew(call, name)
    if last[:1].isupper() and not name.startswith("keras.ops."):
        return construct(call, name)
    if name.startswith("keras.layers.") and any(contains_symbolic(call.state, v) for v in call.values):
        call.emit(Kind.SYMBOLIC, f"`{name}` gets a Keras symbolic tensor")
        call.frame.ops += 1
        return one(Tensor("symbolic"))
    keras_backend.note_settings(call.state, call.frame, call.node, name)
    kind = knowledge.category("keras.ops.add" if name.startswith("keras.layers.") else name)
    if kind == "compute":
        return compute(call, name)
    if kind == "random":
        call.emit(Kind.RANDOM, f"`{name}` draws random numbers")
        _note_generator(call, name)
        return compute(call, name)
    if kind == "eager-only":
        call.emit(Kind.EAGER_ONLY, f"`{name}` needs eager execution")
        return UNKNOWN
    if kind in ("file", "ambient"):
        data = name.startswith("keras.datasets.")
        call.emit(
            Kind.AMBIENT if kind == "ambient" else Kind.FILE,
            f"`{name}` reads or sets global state",
            aspect=Aspect.OF_TRACING if data else None,  # a graph keeps the data
            member=name,
        )
        return datasets.loaded(call.state, name) if data else UNKNOWN
    if name.startswith(("keras.saving.register", "keras.utils.register")):
        return one(External("decorator.identity"))
    if name.startswith("keras.utils.to_categorical"):
        tensor = _tensor_in_categories(call)
        return tensor or _in_categories(call, numpy.run(call, "numpy.asarray"))
    return unseen_call(call, f"`{name}`")


def _note_generator(call: Call, name: str) -> None:
    """The first function that is given no seed makes the generator that all of them draw from, which has a variable."""
    seed = bind_by_name(call.state, name, call.args, call.keywords).given.get("seed", NONE)
    if not name.startswith(_DRAWING) or NONE.isdisjoint(seed):
        return
    message = f"`{name}` makes Keras's generator of seeds if nothing has drawn from it before"
    aspect = Aspect.SOMETIMES if alike.is_late(call.frame) else None
    call.emit(Kind.UNBUILT, message, target=SEEDS, aspect=aspect, member=SEEDS)


_DRAWING = "keras.random."


def _tensor_in_categories(call: Call) -> Value | None:
    """What Keras 3 makes of a tensor of labels: a tensor; None for other labels, and where their axes are not known.

    Of a last axis of one Keras takes the labels out, which it can ask only where the axis is known.
    """
    labels, classes = call.argument(0, "x") or UNKNOWN, integer(call.argument(1, "num_classes") or NOTHING)
    (label,) = labels if len(labels) == 1 else (None,)
    if call.state.keras != (3,) or classes is None or not isinstance(label, Tensor) or label.kind != "tensor":
        return None
    shape = label.shape
    several = shape is not None and len(shape) > 1
    if shape is None or (several and (shape[-1] is None or label.may_be_open(len(shape) - 1))):
        return None
    call.frame.ops += 1
    kept = shape[:-1] if several and shape[-1] == 1 else shape
    return one(Tensor("tensor", "float32", (*kept, classes), label.dynamic))


def _in_categories(call: Call, labels: Value) -> Value:
    """What `to_categorical` makes of labels: one row for each, with as many columns as there are classes."""
    shape = spec_of(call.state.heap, labels, numpy=True).shape
    if shape is not None and len(shape) > 1:
        shape = None if shape[-1] is None else shape[:-1] if shape[-1] == 1 else shape
    classes_given = call.argument(1, "num_classes") or NOTHING
    rows = None if shape is None else (*shape, integer(classes_given))
    plain = "dtype" not in call.keywords and not any(contains_tensor(call.state, v) for v in call.values)
    return one(Array(_OF_CATEGORIES.get(call.state.keras) if plain else None, rows))


_OF_CATEGORIES: dict[tuple[int, ...], str] = {(2,): "float32", (3,): "float64"}
"""The dtype of labels in categories, by the version of Keras."""


def _note_choice(call: Call, name: str) -> None:
    """A function sets what Keras makes layers by."""
    for setting in {name, canonical_export(name)} & (layers.DTYPE_POLICIES | layers.DATA_FORMATS):
        layers.set_policy(call, setting)
        if setting in layers.DTYPE_POLICIES:
            keras_backend.set_policy(call)


_MODELS = {**keras_backend.MODELS, **applications.MODELS, **named.MODELS}
_MAKERS = frozenset(
    f"keras.{name}"
    for name in """models.clone_model models.model_from_json models.load_model saving.load_model layers.deserialize
    saving.deserialize_keras_object utils.deserialize_keras_object models.model_from_config optimizers.deserialize
    optimizers.get metrics.deserialize metrics.get""".split()
)
"""Functions that make layers, models, optimizers or metrics of others, or of what is kept of them."""


def _made_anew(call: Call, name: str) -> Value:
    if name in _MAKERS:
        call.emit(Kind.VARIABLE, f"`{name}` makes what owns variables")
    made = allocate(call.state, call.frame, call.node, "keras.Model")
    outputs = UNKNOWN
    if name == "keras.models.clone_model":
        copied = call.argument(0, "model") or UNKNOWN
        parts = frozenset(a for a in copied if isinstance(a, (Ref, Opaque)))
        call.state.heap.write(made.key, "layers", parts)
        outputs = union(
            NOTHING,
            *(call.state.heap.read(a.key, layers.OUTPUTS) if isinstance(a, Ref) else UNKNOWN for a in parts),
        )
    if outputs and not name.startswith(("keras.optimizers.", "keras.metrics.")):
        call.state.heap.write(made.key, layers.OUTPUTS, outputs)
    return one(made)


def construct(call: Call, name: str) -> Value:
    """An instance of a Keras class."""
    if name.startswith("keras.layers."):
        name = canonical_export(name)
    keras_backend.note_settings(call.state, call.frame, call.node, name, made=True)
    ref = allocate(call.state, call.frame, call.node, name)
    owner = classes.is_keras_callable(call.state, name) and name not in _WITHOUT_VARIABLES
    if owner or name.startswith(("keras.optimizers.", SEEDS)):
        call.emit(Kind.VARIABLE, f"a `{name.rpartition('.')[2]}` (which owns variables) is created")
    if name.startswith("keras.optimizers.") and _is_stateless(name, call.args, call.keywords):
        mark_built(call.state, ref)
    if name.startswith("keras.metrics."):
        call.emit(Kind.VARIABLE, "a Keras metric (which owns variables) is created", member=name)
    _configure(call, ref)
    return one(ref)


def _is_stateless(name: str, args: Args, keywords: Bindings) -> bool:
    """Whether an optimizer keeps nothing per variable, so that its first step creates none."""
    return name.endswith(".SGD") and len(args) < 2 and not keywords.keys() & _OF_STATEFUL


_OF_STATEFUL = frozenset({"momentum", "gradient_accumulation_steps", "use_ema", "*", "**"})
"""Arguments of plain gradient descent by which it keeps something."""


def initialise(call: Call, ref: Ref) -> None:
    """`super().__init__(…)` reaching a library class."""
    cls = call.state.heap.type_of(ref.key)
    if classes.is_keras_callable(call.state, cls) or classes.descends(
        call.state, cls, "keras.optimizers", "keras.metrics", SEEDS
    ):
        call.emit(
            Kind.VARIABLE,
            f"a `{call.state.heap[ref.key].type_name}` (which owns variables) is created",
        )
    _configure(call, ref)


def _configure(call: Call, ref: Ref) -> None:
    found = call.state.heap[ref.key]
    if isinstance(found.cls, str):
        layers.remember(call.state, ref, found.cls, call.args, call.keywords)
    else:
        layers.remember_policy(call.state, ref, call.keywords)
        loss_results.remember(call, ref)
    layers.note_regularised(call.state, ref, call.where)
    losses.remember_regularizers(call.state, ref, call.keywords, call.where)
    settings.remember_held(call.state, ref, call.values)
    cells.remember(call.state, ref, call.keywords)
    optimizers.remember(call, ref)
    optimizers.remember_constraints(call)
    for value in call.values:
        call.state.heap.hold(value, ref.key)
    if found.cls in _WEIGHTLESS:
        mark_built(call.state, ref)
    if any(contains_symbolic(call.state, v) for v in call.values):
        mark_built(call.state, ref)
        call.state.heap.write(ref.key, layers.FUNCTIONAL, NOTHING)
    if found.cls == "keras.Model":
        outputs = call.argument(1, "outputs")
        if outputs is not None:
            call.state.heap.write(ref.key, layers.OUTPUTS, layers.structure(call.state, outputs))
    if classes.descends(call.state, found.cls, "keras.Sequential"):
        _sequential(call.state, call.frame, call.node, ref, call.argument(0, "layers") or NOTHING)
    serialisation.note_kept(call.state, call.frame, call.node, call.values)
    function_objects.note_of_weights(call.state, call.keywords.items(), call.where)
    for value in call.values:
        call.state.heap.write(ref.key, "function", frozenset(callables(value)))
        call.state.heap.write(ref.key, "layers", frozenset(project_objects(call.state, value)))
    if "input_shape" in call.keywords or "input_dim" in call.keywords:
        call.state.heap.write(ref.key, _DECLARED, NOTHING)
        _check_declared(call.state, call.frame, call.node)
    if any(is_foreign(call.state, v) for name, v in call.keywords.items() if name.endswith("initializer")):
        call.state.heap.write(ref.key, _INITIALISED, NOTHING)
    if any(call.keywords.get(name, const(0.0)) not in (const(0.0), const(0)) for name in cells.RATES):
        call.state.heap.write(ref.key, _DRAWS, NOTHING)
    if truth(call.keywords.get("mask_zero", const(False))) is not False:
        call.state.heap.write(ref.key, "mask_zero", NOTHING)
    if "return_state" in call.keywords or "return_attention_scores" in call.keywords:
        call.state.heap.write(ref.key, "return_state", NOTHING)
    named = (call.keywords[name] for name in ("layer", "cell", "cells") if name in call.keywords)
    wrapped = call.args[0] if call.args else next(named, NOTHING)
    layers.remember_wrapped(call.state, ref, wrapped)
    metrics.remember(call, ref)
    _keep_unseen(call, ref, wrapped)


_WRAPPERS = frozenset(
    f"keras.layers.{name}"
    for name in "Bidirectional RNN SpectralNormalization StackedRNNCells TimeDistributed Wrapper".split()
)
"""Layers that run the layer, or the layers, which they are given first."""


def _keep_unseen(call: Call, ref: Ref, wrapped: Value) -> None:
    """Keeps among the layers of a model or wrapper that it holds one which cannot be seen."""
    cls = call.state.heap.type_of(ref.key)
    outputs = (call.argument(1, "outputs") or NOTHING) if cls == "keras.Model" else NOTHING
    items = items_of(call.state, wrapped)
    inner = union(NOTHING, *(items if items is not None else (wrapped,))) if cls in _WRAPPERS else NOTHING
    held = frozenset(atom for atom in inner | outputs if isinstance(atom, Opaque))
    call.state.heap.write(ref.key, "layers", held | frozenset(a for a in inner if isinstance(a, Ref)))


_DRAWS = "draws"
"""The field of a layer that was made with a rate of dropout."""
_STOCHASTIC = frozenset(
    f"keras.layers.{name}"
    for name in """Dropout AlphaDropout GaussianDropout GaussianNoise SpatialDropout1D SpatialDropout2D
    SpatialDropout3D""".split()
)


def _note_draws(state: State, frame: Frame, node: ast.AST, ref: Ref, keywords: Bindings) -> None:
    """In training Keras 2 draws random numbers by operations, which a graph does otherwise; Keras 3 has its own."""
    found = state.heap[ref.key]
    if 2 not in state.keras or keywords.get("training") == const(False):
        return
    if found.cls in _STOCHASTIC or _DRAWS in found.fields:
        state.emit(
            frame, node, Kind.RANDOM, f"a `{found.type_name}` of Keras 2 draws random numbers in training"
        )


_MODAL = _STOCHASTIC | {"keras.layers.BatchNormalization", "keras.layers.SyncBatchNormalization"}
"""Layers that do something else in training."""
_NETWORKS = "keras.applications."


def _note_mode(call: Call, ref: Ref, *, stated: bool) -> None:
    """A layer that is not told whether it trains does as the layer call around it; a graph does as its first one did."""
    found, said = call.state.heap[ref.key], call.state.cell(_TRAINING, "value")
    modal = found.cls in _MODAL or _DRAWS in found.fields
    if stated or call.frame.modes:
        return
    if modal or str(found.cls).startswith(_NETWORKS):
        keras_backend.note_phase(call, f"a `{found.type_name}`")
    if modal and said is not None and truth(said.value) is not False:
        what = f"a `{found.type_name}` takes `training` from the layer call around it"
        call.emit(Kind.AMBIENT, what, target=ref.key, aspect=Aspect.MODE)


def is_foreign(state: State, initializer: Value) -> bool:
    """Whether a variable may start with what a function or an object of another library computes."""
    return not all(
        (isinstance(atom, Const) and (atom.value is None or isinstance(atom.value, str)))
        or (isinstance(atom, External) and atom.name.startswith("keras."))
        or (isinstance(atom, Ref) and _is_of_keras(state, atom))
        for atom in initializer
    )


def _is_of_keras(state: State, ref: Ref) -> bool:
    cls = str(state.heap.type_of(ref.key))
    return cls.startswith("keras.") and not cls.startswith(_OF_TENSORFLOW)


def _draws_its_seed(call: Call, ref: Ref) -> bool:
    """Whether it is an initializer that this call has made, which draws the same numbers whenever it is called itself."""
    made = ref.key in call.frame.allocated and call.state.heap.type_of(ref.key) in _RANDOM
    return made and layers.is_left_at(call.state, ref, "seed", None)


_RANDOM = frozenset(
    f"keras.initializers.{name}"
    for name in """GlorotNormal GlorotUniform HeNormal HeUniform LecunNormal LecunUniform Orthogonal RandomNormal
    RandomUniform TruncatedNormal VarianceScaling""".split()
)
_BY_LENGTHS = tuple(
    f"keras.initializers.{name}" for name in ("Glorot", "He", "Lecun", "VarianceScaling", "Orthogonal")
)
"""Initializers that compute with the lengths of axes in Python."""
_OF_TENSORFLOW = "keras.initializers.tensorflow."
"""Initializers that draw with TensorFlow's operations, `tf.random_normal_initializer` and the like."""
_DECLARED = "input shape"
"""The field of a layer that declares what it gets: a `Sequential` that starts with it is built at once."""


def _makes_sequential(root: ast.AST) -> bool:
    calls = (n.func for n in walk(root) if isinstance(n, ast.Call))
    return any(getattr(f, "attr", getattr(f, "id", "")) == "Sequential" for f in calls)


def _check_declared(state: State, frame: Frame, node: ast.AST) -> None:
    """Only a `Sequential` looks at the declared shape; where the constructor makes one, the layer may be for that."""
    receiver = frame.receiver
    if frame.function is not None and found_once(frame.function.node, _makes_sequential):
        return
    cls = state.heap.type_of(receiver.key) if isinstance(receiver, Ref) else ""
    subclass = not isinstance(cls, str) and classes.descends(state, cls, "keras.Model")
    if subclass and not classes.descends(state, cls, "keras.Sequential"):
        message = "`input_shape` of a layer has no effect in a subclassed model"
        state.emit(frame, node, Kind.IGNORED, message)


def _sequential(state: State, frame: Frame, node: ast.AST, ref: Ref, layers: Value) -> None:
    every = elements_of(state, frame, layers, node)
    state.heap.write(ref.key, "layers", every)
    items = items_of(state, layers)
    if any(_says_shape(state, a) for a in (items or (NOTHING,))[0]) or (
        items is None and every and all(_says_shape(state, a) for a in every)
    ):
        mark_built(state, ref)
        _note_symbolic(state, ref, frame.module.location(node))


def _says_shape(state: State, atom: Atom) -> bool:
    """Whether a `Sequential` that begins with something knows what it gets, so that it is built at once."""
    if isinstance(atom, Tensor):
        return atom.kind == "symbolic"
    if not isinstance(atom, Ref):
        return False
    cls, found = state.heap.type_of(atom.key), state.heap[atom.key]
    return (
        cls == "keras.layers.InputLayer"
        or _DECLARED in found.fields
        or (found.built and cls not in _WEIGHTLESS)
    )


def _note_symbolic(state: State, ref: Ref, where: Location) -> None:
    """A `Sequential` that knows its input is built at once, of symbolic tensors."""
    for part in state.heap.read(ref.key, "layers"):
        if isinstance(part, Ref):
            batches.note_symbolic(state, part, where)


def mark_built(state: State, ref: Ref) -> None:
    state.heap.build(ref.key)


def call_object(call: Call, ref: Ref) -> Value:
    """`layer(x)`, `model(x)`, `loss(y, p)`, `metric(...)`."""
    cls = call.state.heap.type_of(ref.key)
    if classes.is_keras_callable(call.state, cls):
        return call_layer(call, ref)
    if classes.descends(
        call.state,
        cls,
        "keras.losses.",
        "keras.metrics.",
        "keras.regularizers.",
        "keras.initializers.",
        "keras.constraints.",
        "keras.optimizers.schedules.",
    ):
        if classes.descends(call.state, cls, "keras.losses.", "keras.metrics."):
            masks.note_lost_in_loss(call, ref)
            logits.note_loss(call, cls)
        if not isinstance(cls, str) and classes.find_attribute(call.state, cls, "call"):
            own = _own_call(call, ref)
            of_loss = classes.descends(call.state, cls, "keras.losses.")
            return loss_results.of_own(call, ref, own) if of_loss else own
        if classes.descends(call.state, cls, "keras.losses."):
            array_arguments.note_loss(call)
        settings.note_read(call.state, call.frame, call.node, ref)
        metrics.run(call, ref)
        if str(cls).startswith(_OF_TENSORFLOW):
            call.emit(Kind.RANDOM, "an initializer of TensorFlow draws random numbers")
        if _draws_its_seed(call, ref):
            call.emit(
                Kind.AMBIENT, "an initializer of Keras without a seed gets one from Python when it is made"
            )
        call.frame.ops += 3
        if isinstance(cls, str) and cls.startswith(_BY_LENGTHS):
            check_python_value(call, "the shape for an initializer", call.argument(0, "shape"))
        check_rank(call.state, call.frame, call.node, f"a `{call.state.heap.type_name(ref.key)}`", call.args)
        invoke(call.state, call.frame, call.node, ref, ("update_state",), call.args[:2] or (TENSOR, TENSOR))
        found = invoke(call.state, call.frame, call.node, ref, ("result",))
        if found or not (isinstance(cls, str) and cls.startswith("keras.losses.")):
            return found or TENSOR
        return loss_results.result(call, ref)
    if isinstance(cls, str) and cls.startswith("tensorflow."):
        call.frame.ops += 1
        return TENSOR
    return unseen_call(call, f"an instance of `{call.state.heap.type_name(ref.key)}`")


def _own_call(call: Call, ref: Ref) -> Value:
    """Runs `call`, which Keras 2 hands to AutoGraph inside a graph, whoever calls the layer; Keras 3 does not."""
    call.frame.library += 1
    with call.frame.by_autograph() if call.state.keras == (2,) else call.frame.indirectly():
        result = call_method(
            call.state, call.frame, call.node, ref, "call", call.args, call.keywords, traced=call.traced
        )
    call.frame.library -= 1
    return result


def call_layer(call: Call, ref: Ref, *, alone: bool = False) -> Value:
    """Calls a layer, a model or a cell of Keras.

    alone: without the layers that one of the library has inside, which the caller runs.
    """
    call.frame.ran.setdefault(ref.key, set()).add(span(call.node))
    layers.note_regularised(call.state, ref, call.where)
    settings.note_read(call.state, call.frame, call.node, ref)
    args = call.args
    keywords = call.keywords
    stated = keywords.get("training", NONE) != NONE
    if stated:
        call.state.bind_cell(_TRAINING, "value", keywords["training"] - NONE, call.where, again=False)
    cls, what = call.state.heap.type_of(ref.key), f"a `{call.state.heap.type_name(ref.key)}`"
    symbolic = any(contains_symbolic(call.state, v) for v in everything(args, keywords))
    called = call.state.is_layer_called(ref.key)
    again = called and is_of_factory(call.state, ref.key)
    unbuilt = not (symbolic or call.state.heap[ref.key].built or (called and not again))
    if symbolic or any(map(is_partly_unseen, everything(args, keywords))):
        call.state.note(layers.SYMBOLIC, ref.key, call.where)
    if symbolic:
        call.emit(Kind.SYMBOLIC, f"{what} is applied to a Keras symbolic tensor")
        mark_built(call.state, ref)
        args = tuple(_concrete(call.state, v) for v in args)
        keywords = {name: _concrete(call.state, v) for name, v in keywords.items()}
        _note_applied(call.state, call.frame, call.node, ref, args)
        batches.note_symbolic(call.state, ref, call.where)
    elif unbuilt:
        message = f"{what} is called, which creates its variables if this is the first call"
        late = _is_late(call, ref)
        aspect = Aspect.SOMETIMES if late else Aspect.AGAIN if again else None
        call.emit(Kind.UNBUILT, message, target=ref.key, aspect=aspect)
    if not alone:  # what runs a cell itself lets it forget its masks
        cells.note_called(call, ref, _training(call))
    if layers.leaves_losses(call.state, ref):
        call.emit(Kind.WRITE, f"{what} keeps the loss of its activity", target=ref.key, field=layers.LOSSES)
    if isinstance(cls, str):
        for value in call.values:
            convert(call.state, call.frame, call.node, value, (TO_TENSORS,))
        _note_draws(call.state, call.frame, call.node, ref, keywords)
        _note_mode(call, ref, stated=stated)
        if call.state.heap.recorded_change(ref.key, "layers") is not None:
            call.emit(Kind.READ, f"the layers of {what} are run", target=ref.key, field="layers")
        inputs = [t for v in args[:1] for t in tensors_inside(call.state, v)]
        check_rank(call.state, call.frame, call.node, what, (frozenset(inputs),))
        _check_last_axis(call, ref, what, inputs)
        (costs.add_network if cls.startswith(_NETWORKS) else costs.add_layer)(call.frame, args)
        if args and (convolved := layers.arithmetic(call.state, ref, args[0])) is not None:
            costs.add_convolution(call.frame, *convolved)
    else:
        call.frame.ops += costs.LAYER_CALL
    if any(_is_loose(t) for v in everything(args, keywords) for t in tensors(v)):
        call.emit(Kind.LOOSE, f"{what} gets a tensor whose shape depends on values")
    masks.note_lost_in_layer(call, ref)
    call.frame.modes += stated
    result = _computed(call, ref, args, keywords, unbuilt=unbuilt, alone=alone)
    call.frame.modes -= stated
    _note_called(call, ref, unbuilt=unbuilt)
    losses.note_called(call, ref)
    return _symbolic(call, result) if symbolic else _given(call, ref, args, keywords, result)


def _given(call: Call, ref: Ref, args: Args, keywords: Bindings, result: Value) -> Value:
    """What the call of a layer gives that computes a value: with states, or twice, where it is one that does so."""
    cls = call.state.heap.type_of(ref.key)
    if isinstance(cls, str) and cls.startswith(cells.CELLS):
        given = frozenset(a for a in result if isinstance(a, Tensor) and a.kind != "symbolic")
        return one(Tuple((given or TENSOR, argument(args, keywords, 1, "states") or TENSOR)))
    if isinstance(cls, str) and call.state.heap.field(ref.key, "return_state") is not None:
        return layers.with_states(call.state, ref, result)
    returned = frozenset(a for a in result if not isinstance(a, Tensor) or a.kind != "symbolic") or TENSOR
    return one(Tuple((returned, returned))) if layers.is_unmerged(call.state, ref) else returned


def call_above(call: Call, ref: Ref) -> Value:
    """`super().call(…)`, which comes to a class of the library: what the object has inside, without its own `call`."""
    call.frame.ops += costs.LAYER_CALL
    given = call.args[0] if call.args else NOTHING
    _run_inside(call, ref, _training_given(call.keywords))
    if classes.descends(call.state, call.state.heap.type_of(ref.key), *cells.CELLS):
        return one(Tuple((TENSOR, call.argument(1, "states") or TENSOR)))
    result = layers.result(call.state, ref, given) if given else TENSOR
    if call.state.heap.field(ref.key, "return_state") is not None:
        return layers.with_states(call.state, ref, result)
    return masks.put_on(call.state, ref, given, result)


def _computed(call: Call, ref: Ref, args: Args, keywords: Bindings, *, unbuilt: bool, alone: bool) -> Value:
    """What the `call` of a layer gives: of a class of the program, of a `Lambda`, of another one of the library."""
    cls = call.state.heap.type_of(ref.key)
    if not isinstance(cls, str) and classes.find_attribute(call.state, cls, "call"):
        if _build(call.state, call.frame, call.node, ref) and unbuilt:
            what = f"a `{call.state.heap.type_name(ref.key)}`"
            message = (
                f"the `build` of {what} does more than to create variables, and runs when it is first called"
            )
            call.emit(Kind.UNBUILT, message, target=ref.key, aspect=Aspect.SOMETIMES)
        keywords = {
            k: v
            for k, v in keywords.items()
            if k not in ("training", "mask") or layers.takes(call.state, ref, k)
        }
        if args and "mask" not in keywords and len(args) == 1 and masks.is_handed(call.state, ref, args[0]):
            keywords["mask"] = one(Tensor("tensor", "bool"))
        args = (*(layers.converted(call.state, ref, value) for value in args[:1]), *args[1:])
        result = _own_call(call.given(args, _with_training(call, ref, args, keywords)), ref)
        return masks.put_on(call.state, ref, args[0] if args else NOTHING, result)
    if cls == _LAMBDA:
        function = union(*(call.state.heap.read(ref.key, name) for name in ("function", "layers")))
        with call.frame.indirectly():
            given = tuple(_concrete(call.state, v) for v in args[:1])
            return call_callback(call, function, given, traced=False)
    if not alone:
        _run_inside(call, ref, _training_given(keywords))
    result = _in_new_dicts(call, ref, args[0]) if args else TENSOR
    result = activations.put_on(call, ref, args[0] if args else NOTHING, result)
    return masks.put_on(call.state, ref, args[0] if args else NOTHING, result)


def _in_new_dicts(call: Call, ref: Ref, inputs: Value) -> Value:
    """What a layer of the library gives; of the outputs of a functional model every call makes other dicts."""
    if layers.computes_in_16_bits(call.state, ref):
        message = "a layer computes in 16 bits, of which a graph rounds the last ones otherwise"
        call.emit(Kind.LIMITS, message)
    result = layers.result(call.state, ref, inputs)
    if not any(isinstance(atom, Ref) for atom in result):
        return result

    def leaf(value: Value, _: Path) -> Value:
        return layers.concrete(call.state, value, inputs)

    return rebuilt(call.state, call.frame, call.node, result, leaf, ":outputs ")


def _note_called(call: Call, ref: Ref, *, unbuilt: bool) -> None:
    """From now on the variables of a layer are there, where this is the object that has been called."""
    if unbuilt and is_one(call.state, ref.key) and is_passed_always(call.state, call.frame, span(call.node)):
        call.emit(Kind.CALLED, "a layer is called", target=ref.key)
    if not (call.frame.conditional or call.frame.traced):
        call.state.call_layer(ref.key)


_TRAINING = "keras:training"
"""The cell with all that calls of layers say about training: what a layer calls without a word of it gets that, too."""


def _training(call: Call) -> Value:
    """What the call of a cell, or that of the layer around it, says about training."""
    given, said = call.argument(2, "training") or NONE, call.state.cell(_TRAINING, "value")
    return (given - NONE) | (said.value if said is not None and given & NONE else NOTHING)


def _training_given(keywords: Bindings) -> Bindings:
    return {name: value for name, value in keywords.items() if name == "training"}


def _with_training(call: Call, ref: Ref, args: Args, keywords: Bindings) -> Bindings:
    """The keywords of a layer's `call`, with what the call around it says about training where its own does not."""
    state, frame = call.state, call.frame
    if "training" in keywords:
        return keywords
    within = frame.function.cls if frame.function is not None else None
    outer = state.cell(_TRAINING, "value")
    own = (
        classes.find_attribute(state, cls, "call")
        if not isinstance(cls := state.heap.type_of(ref.key), str)
        else None
    )
    codes = [a.code for a in own[0] if isinstance(a, Function)] if own is not None else []
    names = [parameter_names(code.node.args) for code in codes]
    if outer is None or within is None or not classes.is_keras_callable(state, within):
        return keywords
    if (
        not names
        or any("training" not in n or n.index("training") <= len(args) for n in names)
        or "**" in keywords
    ):
        return keywords
    defaults = (state.defaults_of(code).get("training", NOTHING) for code in codes)
    return {**keywords, "training": union(outer.value, *defaults)}


def _symbolic(call: Call, result: Value) -> Value:
    """The symbolic tensors that a layer gives for symbolic ones."""
    if len(result) != 1:
        return one(Tensor("symbolic"))
    return rebuilt(
        call.state, call.frame, call.node, result, lambda value, _: _symbolic_part(value), ":symbolic "
    )


def _as_kind(atom: Tensor, kind: str) -> Tensor:
    """What is known of a tensor while Keras builds a model, of the symbolic tensor or of the one that stands for it."""
    masked, squashed, open_at = atom.masked, atom.squashed, atom.open_at
    placeholder = kind != "symbolic"
    return Tensor(
        kind,
        atom.dtype,
        atom.shape,
        masked=masked,
        squashed=squashed,
        open_at=open_at,
        placeholder=placeholder,
    )


def _symbolic_part(value: Value) -> Value:
    (atom,) = value if len(value) == 1 else (None,)
    if isinstance(atom, Tensor) and atom.kind in ("tensor", "symbolic"):
        return one(_as_kind(atom, "symbolic"))
    return one(Tensor("symbolic"))


def _check_last_axis(call: Call, ref: Ref, what: str, inputs: list[Tensor]) -> None:
    """Some layers read the length of their axis, which a graph may not know (executed; `Dense` does not mind)."""
    open_axis = any(t.shape and t.may_be_open(-1) for t in inputs)
    if call.state.heap.type_of(ref.key) in _NORMALISING and open_axis:
        message = f"{what} needs the length of the last axis, and that of its argument depends on values"
        call.emit(Kind.SHAPE, message)


_NORMALISING = ("keras.layers.LayerNormalization", "keras.layers.GroupNormalization")


def _is_loose(tensor: Tensor) -> bool:
    """Whether lengths other than the number of examples are known at run time only."""
    axes = range(1, _MOST_AXES if tensor.shape is None else len(tensor.shape))
    return any(map(tensor.may_be_open, axes))


_MOST_AXES = 8


_LAMBDA = "keras.layers.Lambda"
_GIVEN = "applied to"
"""The field of a layer of the program, or of a function of it, with what it was applied to: tensors for symbolic ones."""


def _note_applied(state: State, frame: Frame, node: ast.AST, ref: Ref, args: Args) -> None:
    found = state.heap[ref.key]
    if args and (not isinstance(found.cls, str) or found.cls == _LAMBDA):
        state.heap.write(ref.key, _GIVEN, args[0])
    runs = isinstance(found.cls, str) and not (found.fields.get("layers") or found.fields.get("function"))
    if runs and not any(settings.changed(state, ref)):
        return
    state.heap.allocate(layers.APPLIED, "keras.Model", frame.module.location(node), again=False)
    state.heap.write(layers.APPLIED, "layers", one(ref))


def _run_inside(call: Call, ref: Ref, keywords: Bindings) -> None:
    """Runs what a layer of the library runs of the project: layers and functions that it was made with, at any depth.

    Each of them once: models that join their branches again would have more ways through them than parts.

    call: the call of the layer.
    ref: the layer.
    keywords: what it hands on to layers.
    """
    state = call.state
    pending, seen = [ref], {ref}
    while pending:
        owner = pending.pop()
        inside = _inside(state, owner)
        for atom in inside:
            if isinstance(atom, Ref) and atom not in seen:
                seen.add(atom)
                if _run_part(call, owner, atom, keywords):
                    pending.append(atom)
        if any(isinstance(atom, Opaque) for atom in inside):
            what = f"a `{state.heap.type_name(owner.key)}` that holds a layer which cannot be seen"
            state.emit(call.frame, call.node, Kind.UNSEEN, f"{what} is called")
        applied = state.heap.field(owner.key, _GIVEN) if state.heap.type_of(owner.key) == _LAMBDA else None
        with call.frame.indirectly():
            call_callback(call, state.heap.read(owner.key, "function"), (applied or TENSOR,), traced=False)


def _inside(state: State, ref: Ref) -> Value:
    """The layers that a layer of the library was made with; a functional model may have any that was applied to one."""
    inside = state.heap.read(ref.key, "layers")
    state.track.read(layers.APPLIED)
    if layers.FUNCTIONAL in state.heap[ref.key].fields and layers.APPLIED in state.heap.objects:
        inside = union(inside, state.heap.read(layers.APPLIED, "layers"))
    return inside


def _run_part(call: Call, owner: Ref, part: Ref, keywords: Bindings) -> bool:
    """Runs a layer inside another one, without what the library has inside; returns whether there may be something."""
    state, frame, node = call.state, call.frame, call.node
    cls = state.heap.type_of(part.key)
    if not classes.is_keras_callable(state, cls):
        # Constraints, regularizers, and activations that are objects of the project; initializers run before.
        if not classes.descends(state, cls, "keras.initializers."):
            invoke(state, frame, node, part, ("__call__",), (TENSOR,))
        return False
    if isinstance(cls, str) and state.heap[part.key].built:
        layers.note_regularised(state, part, call.where)
        settings.note_read(state, frame, node, part)
        _note_draws(state, frame, node, part, {})
        return True
    if state.heap[owner.key].built:
        mark_built(state, part)
    given = state.heap.field(part.key, _GIVEN) or TENSOR
    call_layer(Call(state, frame, node, (given,), keywords), part, alone=True)
    if isinstance(cls, str):
        return cls != _LAMBDA
    # A `Sequential` of the program without a `call` of its own runs what it has inside.
    return not classes.find_attribute(state, cls, "call")


def _concrete(state: State, value: Value) -> Value:
    """What the `call` of a layer gets for symbolic tensors, alone or in tuples and lists: tensors of a graph."""
    if not contains_symbolic(state, value):
        return value
    return union(*(_concrete_atom(state, atom) for atom in value))


def _concrete_atom(state: State, atom: Atom) -> Value:
    if isinstance(atom, Tensor) and atom.kind == "symbolic":
        return one(_as_kind(atom, "tensor"))
    if isinstance(atom, Tuple):
        return one(Tuple(tuple(_concrete(state, e) for e in atom.elements)))
    items = items_of(state, one(atom))
    known = None if items is None else tuple(_concrete(state, e) for e in items)
    if isinstance(atom, Iterator):
        return one(Iterator(_concrete(state, atom.element), known, atom.source))
    if isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.list":
        element = _concrete(state, state.heap.read(atom.key, ELEMENTS))
        return one(Iterator(element, known, "list"))
    return one(atom)


def _is_late(call: Call, ref: Ref) -> bool:
    """Whether a later trace may be the one that builds a layer, or tracing builds it otherwise than a call does."""
    found = call.state.heap[ref.key]
    if 3 in call.state.keras and (found.cls in _BUILT_EAGERLY or _INITIALISED in found.fields):
        return True
    return alike.is_late(call.frame) or alike.is_chosen(call.given((), {}))  # whatever it is given


_BUILT_EAGERLY = frozenset({"keras.layers.Normalization"})
"""Layers of Keras whose `build` keeps tensors, so that a graph cannot run it."""
_INITIALISED = "own initializer"
"""The field of a layer whose variables start with something that Keras does not compute itself."""
_OF_BUILDING = frozenset(
    {Kind.VARIABLE, Kind.WRITE, Kind.READ, Kind.LAZY, Kind.UNBUILT, Kind.STALE, Kind.OUTPUT}
)
"""What a `build` may do while a function is traced that calls the layer."""


def _build(state: State, frame: Frame, node: ast.AST, ref: Ref) -> bool:
    """Keras runs `build` once; what it does is not part of the call.

    Returns whether it does more than to create variables, which comes out otherwise where a function is traced.
    """
    if not has_method(state, ref, "build"):
        return False
    apart = Frame(frame.module, frame.function, frame.env, {}, frame.outer, frame.receiver, library=1)
    call_method(state, apart, node, ref, "build", (UNKNOWN,))
    frame.allocated |= apart.allocated
    return 3 in state.keras and (
        apart.ops > 0 or any(event.kind not in _OF_BUILDING for event in apart.events.values())
    )
