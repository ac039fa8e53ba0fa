"""Functions that TensorFlow runs for the program: `map_fn`, `scan`, `cond`, `while_loop`, `map_structure`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import zip_longest

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import COMPUTED, is_computed
from hybridize_analyzer.domain.contents import contains_tensor, items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NONE,
    NOTHING,
    UNKNOWN,
    Atom,
    Const,
    Function,
    Opaque,
    Ref,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    captured,
    loosened,
    may_be_alike,
    one,
    tensors,
    union,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.interpreter.tracing import forward_mode, left_out, untaken
from hybridize_analyzer.interpreter.values.arithmetic import part_of
from hybridize_analyzer.interpreter.values.structures import Path, part_at, rebuilt
from hybridize_analyzer.library.binding import bind_by_name
from hybridize_analyzer.library.common import call_callback, is_written_in, run_by_library
from hybridize_analyzer.library.tensorflow.agreement import (
    check_before,
    check_python_value,
    check_static_arguments,
    tensors_inside,
)
from hybridize_analyzer.program.code import walk
from hybridize_analyzer.shapes.spec import Spec, integers, spec_of

Args = tuple[Value, ...]
Model = Callable[[Call], Value]


@contextmanager
def run_by_tensorflow(frame: Frame, functions: Value, *, converted: bool = False) -> Iterator[None]:
    """While TensorFlow calls functions in a graph of their own, as often as it decides to.

    AutoGraph does not convert them unless they stand in the function that it converts, or TensorFlow asks it to.
    """
    written = converted or all(is_written_in(frame.function, a) for a in functions)
    enter_functional(frame)
    with nullcontext() if written else frame.indirectly():
        yield
    leave_functional(frame)


def enter_functional(frame: Frame) -> None:
    """Inside the functions given to `map_fn`, `cond`, `while_loop`: TensorFlow decides how often they run."""
    frame.symbolic.append(frozenset(frame.allocated))
    frame.mapped += 1


def leave_functional(frame: Frame) -> None:
    frame.symbolic.pop()
    frame.mapped -= 1


_OPTIONS = ("parallel_iterations", "infer_shape", "reverse")
"""Of `map_fn` and its kin, which a graph takes as Python values only."""


def map_like(position: int, *, traced: bool) -> Model:
    """`map_fn` and its kin: the function sees one element (1) or the state so far and one element (2)."""

    def model(call: Call) -> Value:
        call.frame.ops += 1
        function = call.argument(0, "fn") or UNKNOWN
        elements = call.argument(1, "elems") or UNKNOWN
        for option in _OPTIONS:
            check_python_value(call, f"`{option}`", call.keywords.get(option))
        element = slice_of(call.state, call.frame, elements, call.node)
        forward_mode.note_loop(call.state, call.frame, call.node)
        call.frame.loop += 1
        with run_by_tensorflow(call.frame, function, converted=position == 1):
            if position == 2:
                start = _first_state(call.argument(2, "initializer"), element)
                check_before(call.state, call.frame, call.node, start, tensors(elements))
                given = start, element
                made = call_callback(call, function, given, traced=traced)
                check_invariant(call, "the state", start, made)
                result = union(start, made)
            else:
                result = call_callback(call, function, (element,), traced=traced)
        call.frame.loop -= 1
        open_ended = any(t.dynamic for t in tensors_inside(call.state, elements))
        return union(*(batched(a, open_ended=open_ended) for a in result)) if result else one(Tensor())

    return model


def _first_state(initializer: Value | None, element: Value) -> Value:
    """What `tf.foldl` and its kin begin with: without an initializer, or with None for it, the first element."""
    given = NONE if initializer is None else initializer
    return union(given - NONE, element) if given & NONE else given


def batched(atom: Atom, *, open_ended: bool = False) -> Value:
    """What comes of the results for all elements.  open_ended: whether a graph may not know how many these are."""
    if isinstance(atom, Tensor):
        kind = atom.kind if atom.kind != "variable" else "tensor"
        made = part_of(atom.made)
        return one(Tensor(kind, atom.dtype, None, atom.dynamic or open_ended, atom.rounded, made=made))
    if isinstance(atom, Tuple):
        parts = (union(NOTHING, *(batched(a, open_ended=open_ended) for a in e)) for e in atom.elements)
        return one(Tuple(tuple(parts)))
    return COMPUTED if isinstance(atom, Opaque) else one(Tensor())


def slice_of(state: State, frame: Frame, value: Value, node: ast.AST) -> Value:
    """One element of what `map_fn` runs over; structures are sliced inside."""

    def leaf(whole: Value, path: Path) -> Value:
        inside = elements_of(state, frame, whole, node)
        return inside if tensors(whole) else one(Tensor())

    return rebuilt(state, frame, node, value, leaf, ":slices ")


def cond(call: Call) -> Value:
    call.frame.ops += 1
    given = (call.argument(1, "true_fn"), call.argument(2, "false_fn"))
    results = _run_branches(call, "tf.cond", [f for f in given if f is not None])
    return _chosen(call.state, call.frame, call.node, "tf.cond", [as_chosen(call.state, r) for r in results])


def _run_branches(
    call: Call, what: str, functions: Sequence[Value], operands: Sequence[Value] = ()
) -> list[Value]:
    """What the functions of a conditional give, all of which a graph traces."""
    results: list[Value] = []
    with left_out.branches(call.state, call.frame, call.node, symbolic=True):
        for function in functions:
            with run_by_tensorflow(call.frame, function):
                results.append(call_callback(call, function, tuple(operands), traced=False))
            if not results[-1] and all(isinstance(a, Function) for a in function):
                untaken.note(call.state, call.frame, call.node, f"a branch of `{what}` only raises")
    return results


def _chosen(state: State, frame: Frame, node: ast.AST, what: str, results: list[Value]) -> Value:
    """What a graph conditional gives: it needs the same dtypes of all of its branches."""
    parts = [a.elements for r in results for a in r if isinstance(a, Tuple)]
    if len(parts) == len(results) and len({len(p) for p in parts}) == 1:
        for each in zip(*parts, strict=True):
            _chosen(state, frame, node, what, list(each))
    forms = {_form(state, a) for r in results for a in r} - {""}
    if len(forms) > 1:
        state.emit(frame, node, Kind.CONTROL, f"the branches of `{what}` give {' and '.join(sorted(forms))}")
    dtypes = {t.dtype for r in results for t in tensors(r)} - {None}
    if len(dtypes) > 1:
        names = " and ".join(sorted(map(str, dtypes)))
        state.emit(frame, node, Kind.CONTROL, f"the branches of `{what}` give {names}")
    return loosened(union(NOTHING, *results), alike=may_be_alike(results))


def _form(state: State, atom: Atom) -> str:
    """What a graph needs to be the same in all branches, in words; none for what may be several."""
    if isinstance(atom, Tensor):
        return "a tensor"
    if isinstance(atom, Tuple):
        return f"a tuple of {len(atom.elements)}"
    if isinstance(atom, Const) and atom.value is None:
        return "None"
    if isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.list":
        items = items_of(state, one(atom))
        return "" if items is None else f"a list of {len(items)}"
    return ""


def as_chosen(state: State, value: Value) -> Value:
    """What a branch gives, where a graph makes tensors of Python numbers, of the dtypes that they have by themselves."""
    return frozenset(_as_chosen(state, atom) for atom in value)


def _as_chosen(state: State, atom: Atom) -> Atom:
    if isinstance(atom, (Const, Scalar)) and atom.type in ("float", "int", "bool"):
        return Tensor("truth", spec_of(state.heap, one(atom)).dtype, ())
    return Tuple(tuple(as_chosen(state, each) for each in atom.elements)) if isinstance(atom, Tuple) else atom


def switch(position: int, name: str, called: str) -> Model:
    """`tf.case` and `tf.switch_case`: branches as a list of functions, a list of pairs, or a dict."""

    def model(call: Call) -> Value:
        call.frame.ops += 1
        default = call.argument(position + 1, "default") or NOTHING
        return switch_on(call, called, call.argument(position, name), default=default - NONE)

    return model


def switch_on(
    call: Call, called: str, branches: Value | None, operands: Sequence[Value] = (), default: Value = NOTHING
) -> Value:
    """What a conditional of several branches gives, all of which get the same operands."""
    functions = union(_branches(call.state, call.frame, branches or UNKNOWN, call.node), default)
    results = _run_branches(call, called, [one(f) for f in functions], operands)
    given = [as_chosen(call.state, r) for r in results if r]
    return _chosen(call.state, call.frame, call.node, called, given) or one(Tensor())


case = switch(0, "pred_fn_pairs", "tf.case")


def first_version(model: Model, name: str) -> Model:
    """Eagerly, conditionals of the first version take a list of one element apart, and a graph does not."""

    def run(call: Call) -> Value:
        chosen = model(call)
        if any(_may_be_single(call.state, atom) for atom in chosen):
            call.emit(Kind.CONTROL, f"the branches of `{name}` give a list or tuple of one element")
        return chosen

    return run


def _may_be_single(state: State, atom: Atom) -> bool:
    if isinstance(atom, Tuple):
        return len(atom.elements) == 1
    if not isinstance(atom, (Ref, LazySequence)):
        return False
    items = items_of(state, one(atom))
    return items is None or len(items) == 1


def _branches(state: State, frame: Frame, value: Value, node: ast.AST) -> Value:
    """The functions among the branches: the values of a dict, the last parts of pairs."""
    found: Value = NOTHING
    for atom in value:
        if isinstance(atom, Ref) and state.heap.type_of(atom.key) in (
            "builtins.dict",
            "collections.OrderedDict",
        ):
            parts: Value = state.heap.read(atom.key, ELEMENTS)
        elif isinstance(atom, (Tuple, Ref, LazySequence)):
            parts = elements_of(state, frame, one(atom), node)
        else:
            parts = one(atom)
        pairs = [p for p in parts if isinstance(p, Tuple) and p.elements]
        found = union(found, parts - frozenset(pairs), *(p.elements[-1] for p in pairs))
    return found


_KINDS = {"truth": "tensor", "variable": "tensor"}


def while_loop(call: Call) -> Value:
    call.frame.ops += 1
    bound = bind_by_name(call.state, "tensorflow.while_loop", call.args, call.keywords)
    check_static_arguments(call.state, call.frame, call.node, "while_loop", bound)
    variables = call.argument(2, "loop_vars") or UNKNOWN
    items = items_of(call.state, variables)
    parts = items if items is not None else (elements_of(call.state, call.frame, variables, call.node),)
    parts = tuple(_as_loop_variable(call.state, p) for p in parts)
    invariants = call.argument(3, "shape_invariants")
    turning = tuple(_in_turns(call, invariants, number, part) for number, part in enumerate(parts))
    results: list[Value] = []
    forward_mode.note_loop(call.state, call.frame, call.node)
    with left_out.branches(call.state, call.frame, call.node, symbolic=True):
        for index, name in ((0, "cond"), (1, "body")):
            if (function := call.argument(index, name)) is not None:
                with run_by_tensorflow(call.frame, function):
                    results.append(call_callback(call, function, turning, traced=False))
    ends = _parts(call.state, results[-1:])
    if items is not None:
        for number, (start, end) in enumerate(zip(parts, ends, strict=False)):
            what, told = f"variable {number + 1}", _told(call, invariants, number)
            if invariants is None:
                check_invariant(call, what, start, end)
                continue
            before, after = spec_of(call.state.heap, start), spec_of(call.state.heap, end)
            if told is not None and (
                message := _changed(what, before._replace(shape=told), after, start, end)
            ):
                call.emit(Kind.CONTROL, f"{message}, which a graph refuses")
    given, made = (
        _containers(call.state, variables),
        _containers(call.state, results[-1] if results else NOTHING),
    )
    if given and made and given != made and not _is_taken_apart(call.frame, call.node):
        message = (
            f"a graph gives back a {given}, as `loop_vars` are, where eagerly it is what the body returns"
        )
        call.emit(Kind.CONTROL, f"`tf.while_loop`: {message}, a {made}")
    return one(
        Tuple(
            tuple(
                _behind_loop(call, invariants, number, part, end)
                for number, (part, end) in enumerate(
                    zip_longest(parts, ends[: len(parts)], fillvalue=NOTHING)
                )
                if tensors(part) or _tuple_in(part) is not None
            )
        )
    )


def _behind_loop(call: Call, invariants: Value | None, number: int, part: Value, end: Value) -> Value:
    """A variable behind a loop, part by part where it is a tuple.  end: what a turn makes of it."""
    inner = _tuple_in(part)
    if inner is None:
        first = tensors(part)[:1]
        return frozenset(_rounded_by(_loop_result(call, invariants, number, t), part, end) for t in first)
    ends = (part_at(call.state, end, (place,)) for place in range(len(inner)))
    parts = (_behind_loop(call, invariants, number, *pair) for pair in zip(inner, ends, strict=True))
    return one(Tuple(tuple(parts)))


def _tuple_in(value: Value) -> tuple[Value, ...] | None:
    """The elements of what is one tuple and nothing else."""
    atom = next(iter(value), None)
    return atom.elements if len(value) == 1 and isinstance(atom, Tuple) else None


def _in_turns(call: Call, invariants: Value | None, number: int, value: Value) -> Value:
    """A variable as the turns of a loop get it: with the shape that `shape_invariants` tells of it."""
    shape = _told(call, invariants, number)
    if shape is None:
        return value
    return frozenset(
        replace(a, shape=shape, dynamic=True, open_at=None)
        if isinstance(a, Tensor) and a.kind == "tensor" and None in shape
        else a
        for a in value
    )


def _told(call: Call, invariants: Value | None, number: int) -> Shape | None:
    """The shape that a loop is told of one of its variables."""
    told = None if invariants is None else items_of(call.state, invariants)
    return integers(call.state.heap, told[number]) if told is not None and number < len(told) else None


def _loop_result(call: Call, invariants: Value | None, number: int, tensor: Tensor) -> Tensor:
    """A variable behind a loop: where it may grow, a graph knows what it is told of its shape."""
    kind = _KINDS.get(tensor.kind, tensor.kind)
    if invariants is None:
        return Tensor(kind, tensor.dtype)
    shape = _told(call, invariants, number)
    if shape is not None:
        return Tensor(kind, tensor.dtype, shape, dynamic=None in shape)
    supposed = not tensor.unranked and not _leaves_rank_open(call.node)
    return Tensor(kind, tensor.dtype, dynamic=True, unranked=True, supposed=supposed)


def _leaves_rank_open(loop: ast.AST) -> bool:
    """Whether a loop tells of no rank: `tf.TensorShape(None)`."""
    told = (
        (k.value for k in loop.keywords if k.arg == "shape_invariants") if isinstance(loop, ast.Call) else ()
    )
    calls = (part for value in told for part in walk(value) if isinstance(part, ast.Call))
    return any(isinstance(a, ast.Constant) and a.value is None for made in calls for a in made.args)


def _rounded_by(result: Tensor, *before: Value) -> Tensor:
    """A result that holds one of several values: what a graph rounds otherwise of one of them, it does of the result."""
    made = result.made
    for tensor in (found := [t for value in before for t in tensors(value)]):
        made = made.joined(part_of(tensor.made))
    return replace(result, rounded=any(t.rounded for t in found), made=made)


def _as_loop_variable(state: State, value: Value) -> Value:
    """A number among the variables of a loop, also in tuples: one of Python in its first turn, a tensor inside a graph."""
    if tensors(value):
        return captured(value)
    if (inner := _tuple_in(value)) is not None:
        return one(Tuple(tuple(_as_loop_variable(state, each) for each in inner)))
    spec = spec_of(state.heap, value)
    number = all(isinstance(a, (Const, Scalar)) for a in value)
    return one(Tensor("truth" if number else "tensor", spec.dtype, spec.shape if number else None))


def _parts(state: State, results: Sequence[Value]) -> tuple[Value, ...]:
    """What the body of a loop gives for each variable, where that can be told."""
    value = results[-1] if results else NOTHING
    items = items_of(state, value)
    return items if items is not None else (value,) if value and len(tensors(value)) == len(value) else ()


def check_invariant(call: Call, what: str, start: Value, end: Value) -> None:
    """What a loop carries has the dtype and the shape that it had before in every turn of a graph."""
    parts, turned = _tuple_in(start), _tuple_in(end)
    if parts is not None and turned is not None and len(parts) == len(turned):
        for before_turn, after_turn in zip(parts, turned, strict=True):
            check_invariant(call, what, before_turn, after_turn)
        return
    if parts is not None and end:
        call.emit(Kind.VALUE, f"whether {what} of a loop keeps its structure cannot be seen")
        return
    before, after = spec_of(call.state.heap, start), spec_of(call.state.heap, end)
    message = _changed(what, before, after, start, end)
    if message:
        call.emit(Kind.CONTROL, f"{message}, which a graph refuses")
    elif _may_change_shape(start, end):
        call.emit(
            Kind.VALUE, f"whether {what} of a loop keeps its shape cannot be seen, which a graph asks for"
        )


def _changed(what: str, before: Spec, after: Spec, start: Value, end: Value) -> str:
    """In which way a variable of a loop is certainly another one after a turn; nothing where it is not."""
    if (
        before.dtype is not None
        and after.dtype is not None
        and before.dtype != after.dtype
        and not after.weak
    ):
        return f"{what} of a loop is {before.dtype} before and {after.dtype} after a turn"
    if before.shape is not None and after.shape is not None and tensors(start) and tensors(end):
        dynamic = any(t.dynamic for t in tensors(end))
        if len(before.shape) != len(after.shape) or any(
            old is not None and old != new and (new is not None or dynamic)
            for old, new in zip(before.shape, after.shape, strict=True)
        ):
            return f"{what} of a loop has another shape after a turn"
    return ""


def _may_change_shape(start: Value, end: Value) -> bool:
    """Whether dense tensors that a loop carries are not seen to have one shape before and after a turn."""
    carried = [*tensors(start), *tensors(end)]
    dense = all(isinstance(a, Tensor) and a.kind in ("tensor", "truth", "variable") for a in (*start, *end))
    shapes = {t.shape for t in carried}
    return dense and bool(end) and (len(shapes) > 1 or any(s is None or None in s for s in shapes))


def _containers(state: State, value: Value) -> str:
    """Which of `list` and `tuple` a value may be, as text."""
    lists = any(isinstance(a, Ref) and state.heap.type_of(a.key) == "builtins.list" for a in value)
    found = {"list": lists, "tuple": any(isinstance(a, Tuple) for a in value)}
    return " or ".join(name for name, there in found.items() if there)


def _is_taken_apart(frame: Frame, node: ast.AST) -> bool:
    """Whether an assignment or a subscript takes the parts of a result, so that its type does not matter."""
    return any(
        (isinstance(n, ast.Subscript) and n.value is node)
        or (
            isinstance(n, ast.Assign)
            and n.value is node
            and all(isinstance(t, (ast.Tuple, ast.List)) for t in n.targets)
        )
        for n in walk(frame.body)
    )


def map_structure(call: Call) -> Value:
    """`tf.nest.map_structure(f, structure, *others)`: the same structure, with what `f` makes of each leaf."""
    if len(call.args) < 2:
        return UNKNOWN
    state, frame, others = call.state, call.frame, call.args[2:]
    known: dict[Args, Value] = {}

    def applied(leaves: Value, path: Path) -> Value:
        given = (leaves, *(part_at(state, other, path) for other in others))
        if given not in known:  # the same leaves are passed once
            known[given] = call_callback(call, call.args[0], given, traced=False)
        return known[given]

    def leaf(value: Value, path: Path) -> Value:
        unseen = frozenset(atom for atom in value if isinstance(atom, Opaque))
        told = value - unseen
        results = [applied(told, path)] if told else []
        if unseen:  # it may be a leaf, or a structure of leaves of which as little is known
            result = applied(unseen, path)
            results.append(COMPUTED if contains_tensor(state, result) or is_computed(result) else UNKNOWN)
        return union(NOTHING, *results)

    with run_by_library(frame, call.args[0]):
        return rebuilt(state, frame, call.node, call.args[1], leaf, ":mapped ", once=not others)


def map_values(kind: str) -> Model:
    """`tf.ragged.map_flat_values` and `tf.sparse.map_values`: the function gets the values of what has a structure."""

    def model(call: Call) -> Value:
        call.frame.ops += 1
        function = call.argument(0, "op") or UNKNOWN
        given = tuple(_values_of(value, kind) for value in call.args[1:])
        named = {n: _values_of(v, kind) for n, v in call.keywords.items() if n != "op"}
        with run_by_library(call.frame, function):
            result = call_callback(call, function, given, traced=False, keywords=named)
        return frozenset(
            replace(a, kind=kind, shape=None, dynamic=a.dynamic or kind == "sparse")
            if isinstance(a, Tensor)
            else a
            for a in result or one(Tensor())
        )

    return model


def _values_of(value: Value, kind: str) -> Value:
    return frozenset(
        Tensor("tensor", a.dtype, rounded=a.rounded, made=part_of(a.made))
        if isinstance(a, Tensor) and a.kind == kind
        else a
        for a in value
    )
