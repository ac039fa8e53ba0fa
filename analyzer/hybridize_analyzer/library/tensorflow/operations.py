"""Operations: tensors in, tensors out, with the dtypes and shapes that follow."""

from __future__ import annotations

import ast
import math
from dataclasses import replace

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import COMPUTED
from hybridize_analyzer.domain.contents import contains, contains_symbolic, items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.making import LENGTHS, REVERSED, SOFTMAX, Making
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    OPERATION,
    STR,
    UNKNOWN,
    Array,
    Bound,
    Const,
    External,
    Function,
    Hybrid,
    Opaque,
    Partial,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    interned_tensor,
    is_supposed,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.tracing import costs, folded, logits, lookups, no_gradient, untaken
from hybridize_analyzer.interpreter.values import arithmetic, limits, rounding
from hybridize_analyzer.interpreter.values.allocation import new_dict, new_list
from hybridize_analyzer.interpreter.values.arithmetic import FLOATS
from hybridize_analyzer.interpreter.values.operators import note_tensor_use
from hybridize_analyzer.knowledge import tensorflow as knowledge
from hybridize_analyzer.knowledge.exports import canonical_export, export
from hybridize_analyzer.knowledge.operations import operation
from hybridize_analyzer.knowledge.raw_operations import RawOperation, raw_operations
from hybridize_analyzer.library.binding import bind_by_name
from hybridize_analyzer.library.common import (
    check_name,
    check_rank,
    dtype_of,
)
from hybridize_analyzer.library.tensorflow.agreement import (
    check_agreement,
    check_static_arguments,
    tensors_inside,
)
from hybridize_analyzer.library.tensorflow.open_axes import open_axes_of
from hybridize_analyzer.library.tensorflow.static_shapes import check_static_shapes
from hybridize_analyzer.shapes import RULES
from hybridize_analyzer.shapes.composites import RAGGED_OR_SPARSE, kind_of
from hybridize_analyzer.shapes.dtypes import OF_LENGTHS
from hybridize_analyzer.shapes.spec import (
    DENSE,
    BoundArguments,
    Lists,
    Repeated,
    Result,
    Several,
    Spec,
    fit,
    normalised,
    spec_of,
)

Args = tuple[Value, ...]
_OPTIONS = tuple((n,) for n in ("dtype", "out_type", "output_type", "type", "axis", "name", "num", "perm"))
_DTYPE_NAMES = ("dtype", "out_type", "output_type")
_SHAPE_PARAMETERS = frozenset(
    """shape multiples paddings begin size repeats depth num dims start limit delta num_or_size_splits output_shape k
    num_rows num_columns batch_shape maxlen num_segments minlength maxlength fft_length block_shape crops end strides
    target_height target_width num_classes window_length frame_length frame_step nbins num_results dim input_sizes
    filter_sizes num_spectrogram_bins crop_size reps newshape new_shape pad_width N M n stop step""".split()
)


def compute(call: Call, name: str) -> Value:
    """An operation: tensors in, tensors out."""
    given = call.values
    call.frame.ops += 1
    known = export(name)
    names = known.parameters if known is not None else ()
    data = (v for i, v in enumerate(call.args[:2]) if names[i : i + 1] not in _OPTIONS)
    note_tensor_use(call.state, call.frame, call.node, *data)
    for value in given:
        if contains_symbolic(call.state, value):
            call.emit(Kind.SYMBOLIC, f"`{name}` gets a Keras symbolic tensor")
        _invoke_functions(call.state, call.frame, call.node, name, value)
    found = [t for v in given for t in tensors_inside(call.state, v)]
    short = knowledge.short(canonical_export(name))
    exact = knowledge.compares(short) and any(map(arithmetic.is_inexact, found))
    if exact or (knowledge.rounds(short) and any(t.rounded for t in found)):
        rounding.note_rounded(call.state, call.frame, call.node, found)
    elif short.rpartition(".")[2] in arithmetic.ORDERS:
        limits.note_order(call.state, call.frame, call.node, *given)
    check_static_shapes(call, short)
    bound = bind_by_name(call.state, name, call.args, call.keywords)
    check_agreement(call.state, call.frame, call.node, short, bound)
    check_static_arguments(call.state, call.frame, call.node, short, bound)
    no_gradient.note(call, short, bound, found)
    lookups.note(call.state, short, found, call.where)
    check_name(call.state, call.frame, call.node, bound)
    fails = not short.startswith(_CHECKS) and short not in _CANNOT_FAIL and name not in _OF_SHAPES_ALONE
    if call.node is call.frame.dropped and fails:
        written = bound.name.replace("tensorflow.", "tf.", 1)
        call.emit(
            Kind.DROPPED,
            f"nothing uses the result of `{written}`, which a graph leaves out with the error it may raise",
        )
    if short.startswith(_FAILING):
        call.emit(Kind.CHECK, f"`{bound.name.replace('tensorflow.', 'tf.', 1)}` checks a tensor")
    steps = arithmetic.of_call(call, short, names, next((t.dtype for t in found if t.dtype), None))
    made, otherwise = arithmetic.result(steps)
    made = _of_lengths(short, found, made)
    _note_limits(call, steps, short, made, otherwise=otherwise)
    _note_shaping(call, bound)
    if short == "gather" and "validate_indices" in bound.given:
        call.emit(Kind.IGNORED, "`validate_indices` of `tf.gather` has no effect")
    if short in ("boolean_mask", "ragged.boolean_mask"):
        mask = bound.given.get("mask", UNKNOWN)
        check_rank(call.state, call.frame, call.node, f"`tf.{short}`", (mask,))
    if untaken.is_possible(call.frame):
        _check_fit(call, short, bound)
    if bound.name.startswith(_RANKED):
        check_rank(
            call.state,
            call.frame,
            call.node,
            f"`{bound.name.replace('tensorflow.', 'tf.', 1)}`",
            call.args[:2],
        )
    result = _of_composites(bound) if any(t.kind in RAGGED_OR_SPARSE for t in found) else _result(bound)
    call.frame.work += costs.work(short, given, result)
    if any(t.dynamic for t in found):
        _note_lengths(call.state, call.frame, call.node, short, bound)
    if short in _CASTS and any(t.rounded for t in found) and _is_integer(result):
        rounding.note_rounded(call.state, call.frame, call.node, found, surely=_is_known_integer(result))
    mould = _mould(call.state, bound, short, found, made, otherwise=otherwise)
    returned = _returned(call, bound, short, found, result, mould)
    if short in _HAND_ON and call.args:
        return logits.handed_on(call.args[0], _unchanged(call.args[0], returned))
    return logits.of_operation(call, short, returned)


_CASTS = frozenset(
    {
        "cast",
        "saturate_cast",
        "dtypes.saturate_cast",
        "image.convert_image_dtype",
        "raw_ops.Cast",
        "keras.ops.cast",
    }
)


def _note_limits(
    call: Call, steps: arithmetic.Operation, short: str, made: Making, *, otherwise: bool
) -> None:
    """What eager execution and a graph make of numbers at the limits of floats.

    made: what is known of the result.  otherwise: whether a graph rounds it in another way.
    """
    if short in _LOGARITHMS and steps.operands and steps.operands[0].made.has(SOFTMAX):
        call.emit(Kind.VANISHING, "the logarithm of a softmax is taken")
    if short in logits.CROSSENTROPIES:
        logits.note_crossentropy(call, binary="binary" in short)
    limits.note(steps, made, otherwise=otherwise)
    rounding.note_cancelled(steps)


_LOGARITHMS = frozenset({"log", "math.log", "keras.ops.log"})


def _note_shaping(call: Call, bound: BoundArguments) -> None:
    """Calls among the arguments that say which shape comes out."""
    given = call.node if isinstance(call.node, ast.Call) else None
    names = export(bound.name)
    _note_reversed(call, bound)
    if given is None or names is None:
        return
    written = [*zip(names.parameters, given.args, strict=False), *((k.arg, k.value) for k in given.keywords)]
    for name, node in written:
        if name in _SHAPE_PARAMETERS and not isinstance(node, ast.Constant):
            folded.note_shape(call.state, call.frame, node)


def _of_lengths(short: str, found: list[Tensor], made: Making) -> Making:
    """Marks the lengths of a tensor, and what they are put together with."""
    if short == "shape":
        return Making((LENGTHS,))
    return made.after(REVERSED) if short == "concat" and any(t.made.has(REVERSED) for t in found) else made


def _note_reversed(call: Call, bound: BoundArguments) -> None:
    """A shape of lengths in reverse order, `tf.zeros(tf.shape(x)[::-1])`, of which a graph cannot infer anything."""
    names = (*_SHAPES, "size") if bound.name == "tensorflow.slice" else _SHAPES
    shapes = (t for name in names if name in bound.given for t in tensors(bound.given[name]))
    if any(t.made.has(REVERSED) for t in shapes):
        message = "a shape is taken backwards by a slice, at which a graph fails while it infers shapes"
        call.emit(Kind.SHAPE, message)


_SHAPES = ("shape", "dims", "multiples", "batch_shape", "newshape")


def _check_fit(call: Call, short: str, bound: BoundArguments) -> None:
    """What cannot work for the shapes that are known, and works eagerly as long as nothing comes here."""
    if short == "boolean_mask" and any(t.shape == () for t in tensors(bound.given.get("mask", UNKNOWN))):
        untaken.note(call.state, call.frame, call.node, "the mask of `tf.boolean_mask` is a scalar")
    elif short == "reshape" and not _can_be_reshaped(bound.spec("tensor").shape, bound.integers("shape")):
        untaken.note(call.state, call.frame, call.node, "`tf.reshape` gets a shape of another size")
    elif short in _PRODUCTS and not _can_be_multiplied(bound, short):
        untaken.note(call.state, call.frame, call.node, "the shapes of two matrices do not fit")
    elif short == "concat" and not _can_be_joined(call.state, bound):
        untaken.note(
            call.state, call.frame, call.node, "the shapes of tensors that are put together do not fit"
        )
    elif short in _OF_FLOATS and call.args and _are_integers(call.args[0]):
        untaken.note(call.state, call.frame, call.node, f"`tf.{short}` gets a tensor of integers")
    elif (known := operation(bound.name)) is not None and known.rule in ("binary", "divide"):
        shapes = [s for v in call.args[:2] if (s := spec_of(bound.lists, v).shape) is not None]
        if len(shapes) == 2 and not fit(shapes[0], shapes[1]):
            untaken.note(call.state, call.frame, call.node, "the shapes of two tensors do not fit")


def _are_integers(value: Value) -> bool:
    found = tensors(value)
    return bool(found) and all((t.dtype or "").startswith(("int", "uint")) for t in found)


_PRODUCTS = frozenset({"matmul", "linalg.matmul", "linalg.matvec"})
_OF_FLOATS = frozenset(
    """exp math.exp sqrt math.sqrt math.rsqrt math.log math.log1p sigmoid math.sigmoid nn.sigmoid tanh math.tanh nn.tanh sin
    math.sin cos math.cos nn.softplus nn.softmax nn.elu math.reduce_std math.reduce_variance math.reduce_logsumexp
    reduce_logsumexp norm""".split()
)
"""Operations that take no integers."""


def _can_be_multiplied(bound: BoundArguments, short: str) -> bool:
    """Whether the axis over which a product sums has one length, as far as it is known."""
    left, right = bound.spec("a").shape, bound.spec("b").shape
    turned = any(n.startswith(("transpose", "adjoint")) for n in bound.given)
    if not left or not right or len(left) < 2:
        return True
    if short.endswith("matvec"):
        lengths = (left[-2] if turned else left[-1], right[-1])
    else:
        lengths = (None, None) if turned or len(right) < 2 else (left[-1], right[-2])
    return None in lengths or lengths[0] == lengths[1]


def _can_be_joined(state: State, bound: BoundArguments) -> bool:
    """Whether tensors agree in all axes but the one along which they are put together, as far as it is known."""
    items = items_of(state, bound.given.get("values", UNKNOWN))
    shapes = [spec_of(bound.lists, item).shape for item in items or ()]
    known = [shape for shape in shapes if shape is not None]
    axis = bound.integer("axis")
    if len({len(shape) for shape in known}) > 1:
        return False
    if axis is None or len(known) < 2:
        return True
    at = normalised(axis, len(known[0]))
    rest = [[n for i, n in enumerate(shape) if i != at] for shape in known]
    return all(len({n for n in lengths if n is not None}) <= 1 for lengths in zip(*rest, strict=True))


def _can_be_reshaped(shape: Shape | None, wanted: tuple[int | None, ...] | None) -> bool:
    """Whether as many elements may have another shape; True where that cannot be told."""
    if shape is None or wanted is None or None in (*shape, *wanted):
        return True
    there = math.prod(n for n in shape if n is not None)
    asked = math.prod(n for n in wanted if n is not None and n != -1)
    return there == asked if -1 not in wanted else asked != 0 and there % asked == 0


_FAILING = ("Assert", "assert", "debugging.")
_CHECKS = ("Assert", "assert", "debugging.", "ensure_shape")
"""How the names of operations begin that run in a graph whether their result is used or not, or while it is traced."""
_CANNOT_FAIL = frozenset(
    """abs cast cos exp identity math.abs math.cos math.exp math.log math.negative math.sigmoid math.sin math.softplus
    math.sqrt math.square math.tanh nn.relu nn.sigmoid nn.softmax ones_like rank shape sigmoid sin size sqrt square
    stop_gradient tanh zeros_like""".split()
)
"""Operations that succeed whatever the values and shapes are."""
_OF_SHAPES_ALONE = frozenset(
    f"keras.{module}.{name}"
    for module in ("metrics", "losses")
    for name in """binary_accuracy categorical_accuracy sparse_categorical_accuracy top_k_categorical_accuracy
    sparse_top_k_categorical_accuracy mean_squared_error mean_absolute_error mean_absolute_percentage_error
    mean_squared_logarithmic_error cosine_similarity huber log_cosh""".split()
)
"""Functions that fail for shapes that do not fit, as a graph does while it is traced, and for no values."""


_HAND_ON = frozenset(
    {"cast", "convert_to_tensor", "keras.ops.cast", "keras.ops.convert_to_tensor", "keras.activations.linear"}
)
"""Operations that return what they get where there is nothing to do; inside a graph a variable becomes a tensor later."""


def _unchanged(given: Value, returned: Value) -> Value:
    """The variables among what is given whose dtype is the one asked for, and otherwise what the operation computes."""
    wanted = {tensor.dtype for tensor in tensors(returned)}
    kept = {
        v for v in tensors(given) if v.kind == "variable" and ({v.dtype, None} & wanted or v.dtype is None)
    }
    known = None not in wanted and all(v.dtype is not None for v in kept)
    return frozenset(kept) if kept == given and known else union(returned, frozenset(kept))


def _returned(
    call: Call, bound: BoundArguments, short: str, found: list[Tensor], result: Result, mould: Tensor
) -> Value:
    """The value of a call whose result has these dtypes and shapes."""
    if short in ("nest.flatten", "broadcast_static_shape"):
        return UNKNOWN
    if knowledge.returns_operation(bound.name):
        return OPERATION
    if short in _WITH_SPARSE:
        return _with_sparse(call, short)
    if knowledge.returns_structure(short):
        return COMPUTED
    if knowledge.returns_dict(short):
        return new_dict(call.state, call.frame, call.node, [(STR, one(Tensor()))])
    made = _made(call.state, call.frame, call.node, result, mould)
    if not any(t.kind == "sparse" for t in found):
        return made
    return frozenset(a.but(dynamic=True, open_at=None) if isinstance(a, Tensor) else a for a in made)


_WITH_SPARSE = frozenset(
    {"nn.ctc_greedy_decoder", "nn.ctc_beam_search_decoder", "sparse.fill_empty_rows", "sparse.mask"}
)
"""Functions that return a sparse tensor, or a list of such, and a tensor; or slices."""


def _with_sparse(call: Call, short: str) -> Value:
    """What they return, of which a graph knows no length."""
    if short == "sparse.mask":
        given = tensors(call.argument(0, "a") or NOTHING)
        return frozenset(Tensor("slices", t.dtype, None, dynamic=True) for t in given) or COMPUTED
    if short == "sparse.fill_empty_rows":
        given = tensors(call.argument(0, "sp_input") or NOTHING)
        filled = frozenset(Tensor("sparse", t.dtype, t.shape, dynamic=True) for t in given)
        return one(
            Tuple(
                (filled or one(Tensor("sparse", dynamic=True)), one(Tensor("tensor", "bool", (None,), True)))
            )
        )
    decoded = one(Tensor("sparse", "int64", (None, None), dynamic=True))
    return one(Tuple((new_list(call.state, call.frame, call.node, decoded), one(Tensor()))))


_RANKED = ("keras.losses.", "keras.metrics.", "keras.ops.", "tensorflow.image.")


def _note_lengths(state: State, frame: Frame, node: ast.AST, short: str, bound: BoundArguments) -> None:
    """An operation gets a tensor with lengths that a graph does not know; those with a rule take it, but for one."""
    if short == "unstack" and bound.is_absent("num"):
        axis, shape = bound.integer("axis", 0), bound.spec("value").shape
        at = None if shape is None else normalised(axis, len(shape))
        if shape is None or at is None or shape[at] is None:
            message = "`tf.unstack` of a tensor whose length depends on values needs `num`"
            state.emit(frame, node, Kind.SHAPE, message)
    elif operation(bound.name) is None:
        state.emit(frame, node, Kind.LOOSE, f"`{short}` gets a tensor whose shape depends on values")


def _is_known_integer(result: Result) -> bool:
    """Whether it is certain that it holds integers."""
    return not isinstance(result, Spec) or result.dtype is not None


def _is_integer(result: Result) -> bool:
    return not isinstance(result, Spec) or (result.dtype or "int").startswith(("int", "uint"))


def _result(bound: BoundArguments) -> Result:
    """What the operation's rule says; for one without a rule, the dtype that the call names."""
    known = operation(bound.name)
    if known is not None:
        found = RULES[known.rule](bound)
        if known.dtype == "floats":
            return _with_dtype(found, _common_float(bound))
        return _with_dtype(found, known.dtype) if known.dtype is not None else found
    if bound.name.startswith("tensorflow.raw_ops."):
        return _raw_result(bound)
    key = knowledge.short(canonical_export(bound.name))
    named = next((bound.given[n] for n in _DTYPE_NAMES if n in bound.given), None)
    spec = Spec(dtype_of(named)) if named is not None else Spec(knowledge.fixed_dtype(key))
    count = knowledge.multiple(key)
    if count is not None:
        return Several((spec,) * count)
    return Repeated(spec) if knowledge.returns_list(key) else spec


_FOLLOWED = frozenset("same real binary divide clip cast like reduce expand_dims concat stack".split())
"""Rules that hold for ragged and sparse tensors too, whose open axes stay open."""


def _of_composites(bound: BoundArguments) -> Result:
    """The same for ragged and sparse arguments; what the other rules say of shapes need not be so."""
    known = operation(bound.name)
    if known is None or known.rule not in _FOLLOWED:
        return _without_shapes(_result(bound))
    given = {n: _as_dense(bound.lists, v) for n, v in bound.given.items()}
    return _result(replace(bound, given=given))


def _as_dense(lists: Lists, value: Value) -> Value:
    is_text = any(isinstance(a, Const) for a in value)  # whose elements are texts again
    items = lists.items_of(value) if not is_text and not tensors(value) else None
    if items is not None:
        return one(Tuple(tuple(_as_dense(lists, item) for item in items)))
    return frozenset(a.but(kind="tensor") if isinstance(a, Tensor) else a for a in value)


def _without_shapes(result: Result) -> Result:
    if isinstance(result, Spec):
        return result if result.shape == () else Spec(result.dtype)
    if isinstance(result, Several):
        return result._replace(specs=tuple(_without_shapes(s) for s in result.specs))
    return Repeated(Spec(result.spec.dtype))


def _raw_result(bound: BoundArguments) -> Result:
    """The outputs of an operation: dtypes as the registry describes them, shapes by the rule of the table."""
    parts = tuple(_raw_output(bound, code) for code in knowledge.raw_outputs(bound.name) or ())
    found: Result = parts[0] if len(parts) == 1 else Several(parts) if parts else Spec()
    known = raw_operations().get(bound.name.rpartition(".")[2])
    if known is None:
        return found
    ruled = RULES[known.rule](_as_public(bound, known))
    return ruled if known.rule in _WITH_INDICES else _shaped(found, ruled)


_WITH_INDICES = ("shape", "size", "top_k", "argmax")
"""Rules that know the dtype of lengths and positions where the call leaves it out; the registry has no defaults."""


def _as_public(bound: BoundArguments, known: RawOperation) -> BoundArguments:
    """The arguments in the order of the parameters, by the names that the rule has for them."""
    words = {old: new for new, old in known.renamed.items()}
    signature = export(bound.name)
    names = signature.parameters if signature is not None else ()
    given = {words.get(n, n): bound.given[n] for n in names if n in bound.given}
    return replace(bound, given=given, first=())


def _shaped(dtypes: Result, shapes: Result) -> Result:
    """One result with the dtypes of the first and the shapes of the second, as far as they are of one form."""
    if isinstance(dtypes, Spec) and isinstance(shapes, Spec):
        return dtypes._replace(shape=shapes.shape)
    if isinstance(dtypes, Repeated) and isinstance(shapes, Several):
        return shapes._replace(specs=tuple(_shaped(dtypes.spec, s) for s in shapes.specs))
    if isinstance(dtypes, Several) and isinstance(shapes, Several) and len(dtypes.specs) == len(shapes.specs):
        return dtypes._replace(specs=tuple(map(_shaped, dtypes.specs, shapes.specs)))
    return dtypes


def _raw_output(bound: BoundArguments, code: str) -> Result:
    name = code.lstrip("*")
    if name.startswith("="):
        spec = Spec(name[1:])
    elif name.startswith("@"):
        spec = Spec(bound.dtype(name[1:]))
    else:
        spec = Spec(bound.spec(name).dtype)
    return Repeated(spec) if code.startswith("*") else spec


def _common_float(bound: BoundArguments) -> str | None:
    """The dtype of all tensors and arrays among the arguments, where it is one, and a float."""
    specs = [spec_of(bound.lists, v) for n, v in bound.given.items() if n not in ("axis", "indices", "dtype")]
    found = {s.dtype for s in specs if not s.weak}
    dtype = found.pop() if len(found) == 1 else None
    return dtype if dtype in FLOATS else None


def _with_dtype(result: Result, dtype: str | None) -> Result:
    if isinstance(result, Spec):
        return result._replace(dtype=dtype)
    if isinstance(result, Several):
        return result._replace(specs=tuple(_with_dtype(s, dtype) for s in result.specs))
    return Repeated(result.spec._replace(dtype=dtype))


def _mould(
    state: State, bound: BoundArguments, short: str, found: list[Tensor], made: Making, *, otherwise: bool
) -> Tensor:
    """Kind and history of the results: what arguments hand on, whatever dtype and shape come out.

    made: how they are made.  otherwise: whether a graph rounds them in another way.
    """
    kind = knowledge.result_kind(short) or next(
        (t.kind for t in found if t.kind in ("symbolic", *RAGGED_OR_SPARSE)), "tensor"
    )
    dynamic = any(t.dynamic for t in found)
    sized = (short in _LENGTHS and not (any(t.unranked for t in found) if short == "rank" else dynamic)) or (
        short in _FOLDED and all(t.sized for t in found) and (bool(found) or _is_of_lengths(bound, short))
    )
    if short in _OF_RANK and all(t.kind in DENSE for t in found):
        dynamic = any(t.unranked for t in found)
    dynamic = dynamic or knowledge.is_data_dependent(short, bound.given)
    if not dynamic:
        shaping = [v for n, v in bound.given.items() if n in _SHAPE_PARAMETERS]
        dynamic = any(contains(state, v, lambda tensor: not tensor.sized) for v in shaping) or (
            short == "repeat" and items_of(state, bound.given.get("repeats", UNKNOWN)) is not None
        )  # a number for each element
    open_axes = any(
        contains(state, v, lambda tensor: not tensor.sized) for n, v in bound.given.items() if n in _AXES
    )
    dynamic = dynamic or open_axes
    lost = _loses_rank(bound, short, dynamic=dynamic) or (
        open_axes and short not in _KEEP_RANK and bound.flag("keepdims") is not True
    )
    ranked = _ranked(state, bound, found)
    unranked = lost or any(t.unranked for t in ranked)
    placeholder = any(t.placeholder for t in found)
    left_open = dynamic or placeholder or kind == "symbolic"
    open_at = open_axes_of(bound, found) if left_open and not (unranked or open_axes) else None
    return interned_tensor(
        kind,
        None,
        None,
        dynamic or unranked,
        otherwise or any(t.rounded for t in found),
        sized,
        unranked=unranked,
        supposed=not lost and is_supposed(ranked),
        made=made,
        open_at=open_at,
        placeholder=placeholder,
    )


def _ranked(state: State, bound: BoundArguments, found: list[Tensor]) -> list[Tensor]:
    """The tensors on whose ranks that of the result may depend: not those that only say how long axes are."""
    counting = _counting(bound)
    counts = {t for n in counting for t in tensors(bound.given[n])}
    if not counts:
        return found
    others = {t for n, v in bound.given.items() if n not in counting for t in tensors_inside(state, v)}
    return [t for t in found if t not in counts or t in others]


def _counting(bound: BoundArguments) -> frozenset[str]:
    """The arguments that say how long axes are, and not how many there are; functions of NumPy's make may add axes."""
    return _COUNTS.intersection(bound.given) if bound.name.startswith("tensorflow.") else frozenset()


def _loses_rank(bound: BoundArguments, short: str, *, dynamic: bool) -> bool:
    """Whether a graph does not know how many axes the result has: the values of a tensor, or of a file, decide."""
    # A picture of a film has one axis less than the film.
    films = bound.flag("expand_animations", default=True) is not False
    if (short in _OF_ANY_RANK and films) or (short == "squeeze" and dynamic and bound.is_absent("axis")):
        return True
    counting = _counting(bound)
    wanted = (v for name, v in bound.given.items() if name in _SHAPE_PARAMETERS and name not in counting)
    open_ended = (t for value in wanted for t in tensors(value) if t.shape is None or None in t.shape)
    # A graph knows how many elements a tensor has that is not `dynamic`, or is made of lengths alone.
    return any(t.dynamic and not t.sized for t in open_ended)


_OF_ANY_RANK = frozenset(
    """io.parse_tensor io.decode_image image.decode_image sets.size sparse.reduce_sum sparse.reduce_max
    keras.ops.associative_scan""".split()
)
_COUNTS = frozenset(
    """multiples paddings size repeats depth num num_or_size_splits k num_rows num_columns maxlen num_segments minlength
    maxlength fft_length block_shape crops target_height target_width num_classes window_length frame_length frame_step
    nbins num_results dim num_spectrogram_bins crop_size reps pad_width N M n stop step""".split()
)
"""Those of `_SHAPE_PARAMETERS` that say how long the axes of the result are, and not how many there are (executed)."""


_AXES = frozenset(
    {"axis", "axes", "reduction_indices", "dimension", "axis1", "axis2", "source", "destination"}
)
"""Parameters that name axes: a graph does not know which of them a tensor names, and so which length goes where."""
_KEEP_RANK = frozenset("argmax argmin concat split gather reverse roll cumsum math.cumprod transpose".split())
"""Operations of which a graph knows how many axes come out all the same."""
_LENGTHS = frozenset({"shape", "size", "rank"})
_OF_RANK = frozenset({"shape"})
"""Operations whose result is as long as the rank of the argument, whichever lengths this has."""
_FOLDED = frozenset(
    """add subtract multiply maximum minimum math.floordiv math.mod stack concat cast reduce_prod range
    less less_equal greater greater_equal equal not_equal ones zeros fill expand_dims
    unstack split gather identity squeeze reverse slice strided_slice reshape tile pad transpose roll sort repeat where
    reduce_sum reduce_max reduce_min abs negative pow square round sqrt math.ceil argmax argmin cumsum math.cumprod
    clip_by_value ones_like stop_gradient""".split()
)
"""Operations that are computed while tracing where their arguments are, as far as shapes depend on them (executed)."""


def _is_of_lengths(bound: BoundArguments, short: str) -> bool:
    """Whether integers of Python are put together, as in `tf.concat([x.shape[:1], [2]], axis=0)`."""
    spec = bound.spec("values")
    return short in ("concat", "stack") and spec.weak and spec.dtype in OF_LENGTHS


def _made(state: State, frame: Frame, node: ast.AST, result: Result, mould: Tensor) -> Value:
    if isinstance(result, Spec):
        return one(tensor_of(result, mould))
    if isinstance(result, Repeated):
        return new_list(state, frame, node, one(tensor_of(result.spec, mould)))
    parts = tuple(_made(state, frame, node, part, mould) for part in result.specs)
    if result.listed:
        return new_list(state, frame, node, union(*parts) if parts else UNKNOWN, exact=parts)
    return one(Tuple(parts))


def tensor_of(spec: Spec, mould: Tensor) -> Tensor:
    """A tensor of this dtype and shape; lengths that are all known are known inside a graph too."""
    shape = spec.shape
    dynamic = mould.dynamic and (shape is None or None in shape)
    kind = kind_of(mould.kind, shape)
    dynamic = dynamic or (kind != mould.kind and shape is not None and None in shape)
    unranked = mould.unranked and shape is None
    return interned_tensor(
        kind,
        spec.dtype,
        shape,
        dynamic,
        mould.rounded,
        mould.sized,
        unranked=unranked,
        supposed=mould.supposed and unranked,
        made=mould.made,
        open_at=mould.open_at if dynamic or mould.placeholder or kind == "symbolic" else None,
        placeholder=mould.placeholder,
    )


def _invoke_functions(state: State, frame: Frame, node: ast.AST, name: str, value: Value) -> None:
    """A function among tensors and unknown things is none that the operation calls: it would raise."""
    own = [a for a in value if isinstance(a, (Function, Bound, Partial, Hybrid))]
    if any(isinstance(a, Bound) and isinstance(a.function, External) for a in own):
        state.emit(frame, node, Kind.VALUE, f"what `{name}` gets is an attribute that cannot be seen")
    elif own and not any(isinstance(a, (Tensor, Array, Opaque, Scalar)) for a in value):
        state.emit(frame, node, Kind.UNKNOWN, f"`{name}` gets a function, and how it calls it cannot be seen")
