"""Methods that library classes give their instances: Keras models, optimizers, metrics, tapes, datasets, files."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import is_dataset, items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    NONE,
    NOTHING,
    OPERATION,
    STR,
    TENSOR,
    UNKNOWN,
    Iterator,
    Ref,
    Tensor,
    Tuple,
    Value,
    one,
    tensors,
)
from hybridize_analyzer.interpreter.dispatch import call_method, elements_of, has_method
from hybridize_analyzer.interpreter.tracing import (
    alike,
    costs,
    first_calls,
    logits,
    placeholders,
    serialisation,
)
from hybridize_analyzer.interpreter.tracing.alike import is_of_factory
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.interpreter.values.unseen import unseen_call
from hybridize_analyzer.interpreter.values.writes import ALTERED, change_object, is_constructing
from hybridize_analyzer.library.common import (
    argument,
    call_callback,
    check_rank,
    contains_tensor,
    invoke_callbacks,
    mark_traced,
)
from hybridize_analyzer.library.keras import (
    added,
    batches,
    cells,
    layers,
    losses,
    masks,
    optimizers,
    settings,
)
from hybridize_analyzer.library.keras import metrics as keras_metrics
from hybridize_analyzer.library.keras.functions import call_layer, is_foreign, mark_built
from hybridize_analyzer.library.keras.layers import SEQUENCE
from hybridize_analyzer.library.numpy import generators
from hybridize_analyzer.library.numpy.sharing import write_to
from hybridize_analyzer.library.stdlib import context_variables
from hybridize_analyzer.library.stdlib.printing import of_output
from hybridize_analyzer.library.tensorflow import functions as tensor
from hybridize_analyzer.library.tensorflow import modules, plain, strategies
from hybridize_analyzer.library.tensorflow.dataset_elements import in_graph
from hybridize_analyzer.library.tensorflow.datasets import dataset_method
from hybridize_analyzer.program.code import parameter_names
from hybridize_analyzer.shapes.spec import integers

Args = tuple[Value, ...]

_MESSAGES = frozenset("debug info warning error exception critical log".split())
"""Methods of loggers."""
_READING_INTO = ("readinto", "readinto1")
"""Methods of files that write what they read into an array."""


_FRAMEWORK = frozenset(
    """fit evaluate predict train_on_batch test_on_batch predict_on_batch compile summary save save_weights
    load_weights get_weights set_weights fit_generator to_json get_config from_config export""".split()
)


def call_member(call: Call, name: str, ref: Ref) -> Value:
    """A method that a library class gives its instances."""
    cls = call.state.heap.type_of(ref.key)
    method = name.rpartition(".")[2]
    if method in ("compile", "add_metric") and classes.is_keras_callable(call.state, cls):
        serialisation.note_kept(call.state, call.frame, call.node, call.values)
        if method == "compile":
            losses.remember_compiled(call, ref)
            batches.note_compiled(call)
    elif method == "from_config":
        serialisation.note_copies(call.state, call.frame, call.node)
    if cells.reset(call, method, ref):
        return NONE
    for base in [cls] if isinstance(cls, str) else classes.library_bases(call.state, cls):
        result = _method(call, base, method, ref)
        if result is not None:
            return result
    what = f"`{call.state.heap.type_name(ref.key)}.{method}`"
    return unseen_call(call, what, member=f"{cls}.{method}" if isinstance(cls, str) else "")


def _method(call: Call, base: str, method: str, ref: Ref) -> Value | None:
    if base == "tensorflow.GradientTape":
        return tensor.tape_method(call, method, ref)
    if base == "tensorflow.data.Dataset":
        return dataset_method(call, method, ref)
    if base in (generators.NEW, generators.OLD, generators.PYTHON):
        return generators.draw(call, base, method, ref)
    if base == strategies.STRATEGY:
        return strategies.method(call, method, ref)
    if base == "tensorflow.random.Generator" or (base.startswith(_TABLES) and method in _OF_TABLES):
        return _of_state(call, base, method)
    if base == context_variables.VARIABLE:
        return context_variables.method(call, method, ref)
    if base in ("io.File", "logging.Logger"):
        return _of_file(call, base, method, ref)
    if base.startswith("keras.optimizers"):
        altering = method in settings.ALTERING
        return _altered(call, method, ref) if altering else _optimizer(call, base, method, ref)
    if base.startswith(("keras.metrics", "keras.losses")):
        return _metric(call, method, ref)
    if classes.is_keras_callable(call.state, base):
        altering = method in settings.ALTERING
        return _altered(call, method, ref) if altering else _layer_method(call, method, ref)
    if base.startswith(("tensorflow.train", "tensorflow.summary")):
        return _of_training(call, base, method, ref)
    if base.startswith("tensorflow.Module"):
        return modules.method(call, method, ref)
    return _of_frame(call, base, method)


def _of_file(call: Call, base: str, method: str, ref: Ref) -> Value:
    """What a method of a file or logger does."""
    if any(contains_tensor(call.state, v) for v in call.values):
        call.emit(Kind.PYTHON_VALUE, f"`{method}` gets a tensor")
    call.emit(
        Kind.OUTPUT,
        f"`{method}` writes to a file or log",
        target=ref.key if base == "io.File" else None,
        aspect=of_output(call) if method in _MESSAGES else None,
    )
    if method in _READING_INTO and call.args:
        write_to(call.state, call.frame, call.node, call.args[0], f"`{method}` writes to an array")
    return UNKNOWN


def _of_frame(call: Call, base: str, method: str) -> Value | None:
    """What classes have for those below them to call: nothing happens in it, but in callbacks that do something."""
    if base.startswith(("unittest.", "tensorflow.test.TestCase")) or base == "keras.callbacks.Callback":
        return UNKNOWN
    return invoke_callbacks(call, f"`{base}.{method}`") if base.startswith("keras.callbacks.") else None


_TABLES = "tensorflow.lookup."
_OF_TABLES = ("insert", "insert_or_assign", "lookup", "remove", "erase", "size")
_WITHOUT_RESULT = ("insert", "insert_or_assign", "remove", "erase")
_OF_OPEN_RANK = (
    "tensorflow.lookup.experimental.MutableHashTable",
    "tensorflow.lookup.experimental.DenseHashTable",
)
"""Tables whose `lookup` has an unknown rank inside a graph."""


def _of_state(call: Call, base: str, method: str) -> Value:
    """What a method of a lookup table or a random generator gives."""
    call.frame.ops += 1
    if method == "split":
        call.emit(Kind.VARIABLE, "`split` of a `tf.random.Generator` makes others")
        return one(Iterator(one(allocate(call.state, call.frame, call.node, base)), source="list"))
    if method == "lookup":
        return _looked_up(call.args, call.keywords, open_rank=base in _OF_OPEN_RANK)
    return OPERATION if method in _WITHOUT_RESULT else TENSOR


def _looked_up(args: Args, keywords: Bindings, *, open_rank: bool) -> Value:
    """What a table has for keys: tensors of their kind and shape."""
    keys = tensors(argument(args, keywords, 0, "keys") or UNKNOWN)
    if open_rank:
        return one(Tensor(dynamic=True, unranked=True))
    return frozenset(Tensor(k.kind, None, k.shape, k.dynamic) for k in keys) or TENSOR


def _optimizer(call: Call, base: str, method: str, ref: Ref) -> Value:
    if method in ("apply_gradients", "apply", "minimize", "assign", "update_step"):
        call.frame.ops += costs.OPTIMIZER_STEP
        call.emit(Kind.UPDATE, "an optimizer takes a step")
        settings.note_read(call.state, call.frame, call.node, ref)
        for value in call.values:
            placeholders.note_variable_use(call.state, call.frame, call.node, value, "an optimizer gets")
        if method != "assign":
            _first_step(call.state, call.frame, call.node, ref)
        if not isinstance(call.state.heap.type_of(ref.key), str):
            call.emit(Kind.UNSEEN, "an optimizer of the project takes a step")
        optimizers.run_step(call, ref)
        if method == "minimize" and call.args:
            with call.frame.indirectly():
                call_callback(call, call.args[0], (), traced=False, unseen_as=Kind.UNSEEN)
        return NONE
    if method == "build":
        mark_built(call.state, ref)
        return NONE
    if method in _SCALING and call.args:
        call.frame.ops += 1
        return call.args[0]
    return unseen_call(call, f"`{base}.{method}`")


def _of_training(call: Call, base: str, method: str, ref: Ref) -> Value:
    """Checkpoints, summaries, and moving averages of variables."""
    if base != plain.AVERAGES:
        message = f"`{method}` of a checkpoint or summary is called"
        # Without a step of its own, which a graph would keep.
        lasting = method == "as_default" and not call.args and not call.keywords
        aspect = Aspect.LASTING_WRITER if lasting else None
        call.emit(Kind.FILE, message, aspect=aspect, member=f"{base}.{method}")
        return UNKNOWN
    given = call.argument(0, "var_list" if method == "apply" else "var") or UNKNOWN
    if method == "apply":
        _first_average(call, ref)
        call.frame.ops += costs.OPTIMIZER_STEP
        call.emit(Kind.UPDATE, "moving averages are updated")
        placeholders.note_variable_use(call.state, call.frame, call.node, given, "moving averages get")
        return OPERATION
    if method == "average":
        kept = (Tensor("variable", t.dtype, t.shape) for t in tensors(given))
        return frozenset(kept) or one(Tensor("variable"))
    return (
        STR if method in ("average_name", "name") else invoke_callbacks(call, f"`{plain.AVERAGES}.{method}`")
    )


def _is_first_of_object(call: Call) -> bool:
    """Whether a method without parameters does it for what its object keeps, before anything that changes a variable.

    All its traces do the same, and each object has its own.
    """
    frame, node, code = call.frame, call.node, call.frame.function
    if code is None or code.cls is None or code.decorators or not isinstance(node, ast.Call):
        return False
    if len(parameter_names(code.node.args)) != 1:
        return False
    kept = node.func.value if isinstance(node.func, ast.Attribute) else None
    of_self = (
        isinstance(kept, ast.Attribute)
        and isinstance(kept.value, ast.Name)
        and kept.value.id in code.positional
    )
    parts = (node.func, *node.args, *(keyword.value for keyword in node.keywords))
    fixed = all(alike.stays(frame, part) for part in parts)
    return of_self and fixed and not alike.is_late(frame) and frame.is_untouched(call.where)


def _first_average(call: Call, ref: Ref) -> None:
    """The first `apply` makes variables of what the others hold: in a graph, of what they held when it was traced."""
    first = _is_first_of_object(call)
    if not call.state.is_layer_called(ref.key) or is_of_factory(call.state, ref.key):
        message = "moving averages make variables when they are first applied, which a graph starts with other values"
        call.emit(Kind.VARIABLE, message, target=ref.key, aspect=Aspect.FIRST if first else None)
    if not (call.state.heap[ref.key].multiple or call.frame.conditional or call.frame.traced):
        call.state.call_layer(ref.key)


_SCALING = frozenset({"get_scaled_loss", "get_unscaled_gradients", "scale_loss"})
"""Methods of `LossScaleOptimizer` that multiply or divide what they get by the scale; the first two are of Keras 2."""


_WITHOUT_STATE = {"momentum": 0.0, "gradient_accumulation_steps": None, "use_ema": False}
"""The arguments with which gradient descent keeps nothing."""


def _first_step(state: State, frame: Frame, node: ast.AST, ref: Ref) -> None:
    """The first step of an optimizer makes variables for what it optimises, unless it is plain gradient descent."""
    found = state.heap[ref.key]
    if found.cls == "keras.optimizers.SGD" and all(
        layers.is_left_at(state, ref, name, default) for name, default in _WITHOUT_STATE.items()
    ):
        return
    called = state.is_layer_called(ref.key) and not is_of_factory(state, ref.key)  # which may make several
    if not found.built and not called:
        message = f"the first step of a `{found.type_name}` creates variables"
        kind, aspect = first_calls.of_step(frame)
        state.emit(frame, node, kind, message, target=ref.key, field=first_calls.OF_OPTIMIZER, aspect=aspect)
        in_loop = Aspect.IN_A_LOOP if frame.conditional else None
        how = Aspect.SOMETIMES if frame.branches or found.multiple else in_loop
        state.emit(frame, node, Kind.SLOTS, message, target=ref.key, aspect=how)
        state.note("steps", (ref.key, frame.function), frame.module.location(node))
    elif not found.built and frame.conditional <= frame.entered:
        state.emit(frame, node, Kind.STEP, f"a `{found.type_name}` takes a step", target=ref.key)
    if not (found.multiple or frame.conditional or frame.traced):
        state.call_layer(ref.key)


def _metric(call: Call, method: str, ref: Ref) -> Value:
    if method in ("update_state", "result", "reset_state", "reset_states", "assign"):
        settings.note_read(call.state, call.frame, call.node, ref)
        masks.note_lost_in_loss(call, ref)
        if method == "update_state":
            keras_metrics.run(call, ref)
            logits.note_loss(call, call.state.heap.type_of(ref.key))
            what = f"a `{call.state.heap.type_name(ref.key)}`"
            check_rank(call.state, call.frame, call.node, what, call.args)
            call.emit(Kind.UPDATE, "a metric is updated")
        call.frame.ops += 2
        return TENSOR if method == "result" else NONE
    if method == "add_weight" or method == "add_variable":
        call.emit(Kind.VARIABLE, "a variable is created by `add_weight`")
        return one(Tensor("variable", keras=True))
    return invoke_callbacks(call, f"the metric method `{method}`")


def _altered(call: Call, method: str, ref: Ref) -> Value:
    """A method makes a layer another one, which a graph does not see that runs it."""
    if method == "adapt":
        mark_built(call.state, ref)
    change_object(call.state, call.frame, call.node, ref.key, ALTERED, NOTHING, "changed")
    return NONE


def _are_done(call: Call) -> bool:
    """Whether `add_update` of Keras 2 is given what assignments gave, which it leaves alone: it calls functions."""
    given = call.argument(0, "updates") or NOTHING
    each = items_of(call.state, given) or [given]
    return all(value and all(isinstance(a, Tensor) for a in value - NONE) for value in each)


def _layer_method(call: Call, method: str, ref: Ref) -> Value | None:
    found = call.state.heap[ref.key]
    if method in ("add_weight", "add_variable"):
        return _add_weight(call, ref)
    if method in _FRAMEWORK:
        return _framework(call.state, call.frame, call.node, method, ref, call.args)
    if method in ("add_loss", "add_metric"):
        return added.add(call, method, ref)
    if method == "add_update" and call.state.keras == (2,) and _are_done(call):
        return NONE
    sequential = classes.descends(call.state, found.cls, "keras.Sequential")
    if method == "pop" and sequential:
        call.state.heap.write(ref.key, SEQUENCE, UNKNOWN)
        change_object(call.state, call.frame, call.node, ref.key, "layers", NOTHING, "cut short")
        return NONE
    if method == "add" and sequential:
        call.state.heap.write(ref.key, "layers", call.args[0] if call.args else NOTHING)
        call.state.heap.write(ref.key, SEQUENCE, UNKNOWN)
        if not _is_being_made(call.state, call.frame, ref.key):
            change_object(
                call.state,
                call.frame,
                call.node,
                ref.key,
                "layers",
                call.args[0] if call.args else NOTHING,
                "extended",
            )
        if call.args and any(isinstance(a, Tensor) and a.kind == "symbolic" for a in call.args[0]):
            mark_built(call.state, ref)
        return NONE
    if method == "build":
        _build(call.state, call.frame, ref)
        return NONE
    if method in ("call", "__call__"):
        return call_layer(call, ref)
    if method in (
        "compute_loss",
        "compute_metrics",
        "count_params",
        "get_layer",
        "compute_output_shape",
        "reset_metrics",
        "reset_states",
        "get_initial_state",
        "compute_mask",
    ):
        call.frame.ops += 3
        if method == "compute_loss":
            losses.compute(call, ref)
        if method in ("compute_loss", "compute_metrics"):
            settings.note_compiled(call.state, call.frame, call.node, ref, method)
            logits.note_crossentropy(call)
        return TENSOR if method == "compute_loss" else UNKNOWN
    return None


def _add_weight(call: Call, ref: Ref) -> Value:
    call.emit(Kind.VARIABLE, "a variable is created by `add_weight`")
    losses.remember_regularizers(call.state, ref, call.keywords, call.where)
    optimizers.remember_constraints(call)
    initializer = call.argument(1, "initializer")
    if initializer is not None and is_foreign(call.state, initializer):
        call.emit(Kind.RANDOM, "a variable starts with what is not an initializer of Keras")
    shape = call.argument(0, "shape")
    dtype = layers.dtype_of_weight(call, ref)
    return one(Tensor("variable", dtype, integers(call.state.heap, shape) if shape else None, keras=True))


def _is_being_made(state: State, frame: Frame, key: str) -> bool:
    """Whether a model was made here, and nothing has called it yet."""
    if key not in frame.made or key in frame.ran:
        return False
    return frame.made[key] == frame.uses or not state.is_layer_called(key)


def _build(state: State, frame: Frame, ref: Ref) -> None:
    """`layer.build(…)`: of all objects made at one place where they are built as they are made, else of this one."""
    inside = frame.library or (frame.function is not None and frame.function.name in ("build", "__init__"))
    if inside or ref.key in frame.allocated or not is_of_factory(state, ref.key):
        mark_built(state, ref)
    elif not frame.conditional:
        state.call_layer(ref.key)


def _framework(state: State, frame: Frame, node: ast.AST, method: str, ref: Ref, args: Args) -> Value:
    """`fit` and its kin: they need eager execution, and run the model's own methods inside a graph."""
    state.emit(frame, node, Kind.EAGER_ONLY, f"`.{method}()` of a Keras model is called")
    if method == "compile" and not is_constructing(state, frame, ref.key):
        state.change(ref.key, settings.COMPILED, frame.module.location(node))
    if method == "export":
        batches.note_run(state, ref, frame.module.location(node))
    if method in ("fit", "train_on_batch", "evaluate", "predict", "fit_generator"):
        apart = Frame(frame.module, frame.function, frame.env, {}, frame.outer, frame.receiver, library=1)
        wanted = {"evaluate": "test_step", "predict": "predict_step"}.get(method, "train_step")
        for name in sorted({wanted, "test_step" if method == "fit" else wanted}):
            if has_method(state, ref, name):
                call_method(state, apart, node, ref, name, (_batch(state, apart, node, args),), traced=True)
                _mark_method(state, frame, node, ref, name)
        if not has_method(state, ref, wanted):
            call_layer(Call(state, apart, node, (TENSOR,), {}, traced=True), ref)
            _mark_method(state, frame, node, ref, "call")
        batches.note_run(state, ref, frame.module.location(node))
        frame.allocated |= apart.allocated
    return UNKNOWN


def _batch(state: State, frame: Frame, node: ast.AST, args: Args) -> Value:
    """What `fit` hands to a step: elements of its dataset, where parts of these are structures, else two tensors."""
    given = elements_of(state, frame, args[0], node) if args and is_dataset(state, args[0]) else NOTHING
    nested = any(
        not isinstance(a, Tensor) for e in given if isinstance(e, Tuple) for part in e.elements for a in part
    )
    return in_graph(given) if nested else one(Tuple((TENSOR, TENSOR)))


def _mark_method(state: State, frame: Frame, node: ast.AST, ref: Ref, name: str) -> None:
    cls = state.heap.type_of(ref.key)
    found = None if isinstance(cls, str) else classes.find_attribute(state, cls, name)
    for atom in found[0] if found else ():
        mark_traced(state, frame, node, atom)
