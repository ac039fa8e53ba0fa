"""Statements: how each one changes the variables of an activation.

`run` returns whether control can fall through to the next statement.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from hybridize_analyzer.domain.contents import is_dataset, items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    FLOAT,
    INT,
    NONE,
    NOTHING,
    UNKNOWN,
    Array,
    Atom,
    Opaque,
    Ref,
    Scalar,
    Tensor,
    Value,
    has_tensor,
    tensors,
    union,
    widen,
)
from hybridize_analyzer.interpreter.dispatch import elements_of, evaluate, write_attribute
from hybridize_analyzer.interpreter.syntax import (
    branches,
    chosen_numbers,
    counters,
    definitions,
    imports,
    matching,
    with_statements,
)
from hybridize_analyzer.interpreter.syntax.counted_elements import (
    counter_fits,
    counts_elements,
    with_tensor,
)
from hybridize_analyzer.interpreter.syntax.loop_variables import check_loop_variables, with_written_shapes
from hybridize_analyzer.interpreter.syntax.names import bind
from hybridize_analyzer.interpreter.syntax.subscripts import write_subscript
from hybridize_analyzer.interpreter.tracing import (
    aliasing,
    alike,
    costs,
    forward_mode,
    late_binding,
    left_out,
    lengths,
    no_gradient,
    tensor_arrays,
    unpacking,
    untaken,
)
from hybridize_analyzer.interpreter.tracing.parts import holds_parts
from hybridize_analyzer.interpreter.values import allocation, namespaces, own_errors, special_methods
from hybridize_analyzer.interpreter.values.iteration import (
    names_attributes,
    open_batches,
    turns_by_name,
    turns_of_range,
)
from hybridize_analyzer.interpreter.values.objects import delete_attribute
from hybridize_analyzer.interpreter.values.operators import binary
from hybridize_analyzer.interpreter.values.writes import change_arrays, change_object, in_place
from hybridize_analyzer.program.code import bound_below, found_once, walk

__all__ = ["evaluate", "run_body"]

_LOOP_ROUNDS = 4
_UNROLL = 4


def run_body(state: State, frame: Frame, body: Sequence[ast.stmt]) -> bool:
    return all(run(state, frame, statement) for statement in body)


def run(state: State, frame: Frame, node: ast.stmt) -> bool:
    frame.steps += 1
    handler = _HANDLERS.get(type(node))
    return True if handler is None else handler(state, frame, node)


def assign(state: State, frame: Frame, target: ast.expr, value: Value) -> None:
    """`target = value` for every form of target."""
    if isinstance(target, ast.Name):
        bind(state, frame, target.id, value, target)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(state, frame, target, value)
    elif isinstance(target, ast.Attribute):
        write_attribute(state, frame, target, evaluate(state, frame, target.value), value)
    elif isinstance(target, ast.Subscript):
        write_subscript(state, frame, target, value)


def _unpack(state: State, frame: Frame, target: ast.Tuple | ast.List, value: Value) -> None:
    items = items_of(state, value)
    star = next((i for i, t in enumerate(target.elts) if isinstance(t, ast.Starred)), None)
    unpacking.note(state, frame, target, value, len(target.elts) if star is None else None)
    if star is None:
        for part, item in zip(target.elts, _items(state, frame, target, value), strict=True):
            assign(state, frame, part, item)
    elif items is not None and len(items) >= len(target.elts) - 1:
        end = len(items) - (len(target.elts) - star - 1)
        middle = items[star:end]
        for part, item in zip(
            [*target.elts[:star], *target.elts[star + 1 :]], [*items[:star], *items[end:]], strict=False
        ):
            assign(state, frame, part, item)
        _assign_rest(state, frame, target.elts[star], union(NOTHING, *middle), middle)
    else:
        element = elements_of(state, frame, value, target)
        for part in target.elts:
            if isinstance(part, ast.Starred):
                _assign_rest(state, frame, part, element, None)
            else:
                assign(state, frame, part, element)


def _items(state: State, frame: Frame, target: ast.Tuple | ast.List, value: Value) -> list[Value]:
    """What each variable may get: the part in its place, of what has that many, and any element of all else."""
    fitting = unpacking.fitting(state, value, len(target.elts))
    rest = value - fitting.keys()
    others = elements_of(state, frame, rest, target)
    later = lengths.behind_the_first(rest)
    behind = others if later == rest else elements_of(state, frame, later, target)
    each = [others, *[behind] * (len(target.elts) - 1)]
    found = [*zip(*fitting.values(), strict=True)] or [()] * len(each)
    return [union(other, *parts) for other, parts in zip(each, found, strict=True)]


def _assign_rest(
    state: State, frame: Frame, part: ast.expr, element: Value, items: tuple[Value, ...] | None
) -> None:
    assert isinstance(part, ast.Starred)
    assign(state, frame, part.value, allocation.new_list(state, frame, part, element, exact=items))


def _never_returns(state: State, frame: Frame, node: ast.expr | None, value: Value) -> bool:
    """Whether an expression is a call of functions that raise an exception, or end the program, wherever it is reached.

    value: of the expression.
    """
    if value or not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
        return False
    if not state.is_settled():
        return False
    called = evaluate(state, frame, node.func)
    return bool(called) and all(map(untaken.never_returns, called))


def _assign(state: State, frame: Frame, node: ast.Assign) -> bool:
    value = evaluate(state, frame, node.value)
    if _never_returns(state, frame, node.value, value):
        return False
    tensor_arrays.note_kept(state, frame, node, node.value, value)
    for target in node.targets:
        goes_on = isinstance(node.value, ast.BinOp) and found_once(node, _goes_on_from_itself)
        assign(state, frame, target, _in_turns(frame, value) if goes_on else value)
    return True


def _goes_on_from_itself(node: ast.Assign) -> bool:
    """`rate = rate * 0.9`."""
    targets = {ast.unparse(target) for target in node.targets}
    read = (n for n in walk(node.value) if isinstance(n, (ast.Name, ast.Attribute)))
    return any(ast.unparse(each) in targets for each in read)


def _in_turns(frame: Frame, value: Value) -> Value:
    """What a number is that every turn of a loop computes of the last one: another one each time."""
    if not frame.loop:
        return value
    return frozenset(
        Scalar(a.type, varying=True) if isinstance(a, Scalar) and a in _NUMBERS else a for a in value
    )


_NUMBERS = INT | FLOAT


def _annotated(state: State, frame: Frame, node: ast.AnnAssign) -> bool:
    if node.value is not None:
        value = evaluate(state, frame, node.value)
        if _never_returns(state, frame, node.value, value):
            return False
        tensor_arrays.note_kept(state, frame, node, node.value, value)
        assign(state, frame, node.target, value)
    return True


def _augmented(state: State, frame: Frame, node: ast.AugAssign) -> bool:
    left = evaluate(state, frame, _as_load(node.target))
    right = evaluate(state, frame, node.value)
    if frame.chosen:
        chosen_numbers.check(state, frame, node, left, right)
    if frame.counters:
        counters.check(state, frame, node, left, right)
    change_arrays(state, frame, node, left, "a NumPy array is changed in place")
    containers = frozenset(a for a in left if _is_container(state, a))
    for atom in sorted(a.key for a in containers if isinstance(a, Ref)):
        added = elements_of(state, frame, right, node)
        change_object(state, frame, node, atom, ELEMENTS, added, "extended in place")
    for unseen in sorted((a for a in left if isinstance(a, Opaque)), key=lambda atom: atom.origin):
        namespaces.add_entries(state, frame, node, unseen, right)
    rest = left - containers
    value = binary(state, frame, node, node.op, rest, right) if rest or not containers else NOTHING
    value = union(containers, in_place(left, _in_turns(frame, value)))
    assign(state, frame, node.target, value)
    return True


def _is_container(state: State, atom: Atom) -> bool:
    """Whether `+=` changes it instead of making another one."""
    cls = state.heap.type_of(atom.key) if isinstance(atom, Ref) else None
    return isinstance(cls, str) and cls.startswith(("builtins.", "collections."))


def _as_load(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    if isinstance(target, ast.Attribute):
        return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
    if isinstance(target, ast.Subscript):
        return ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)
    return target


def _delete(state: State, frame: Frame, node: ast.Delete) -> bool:
    for target in node.targets:
        if isinstance(target, ast.Name):
            frame.names.pop(target.id, None)
        elif isinstance(target, ast.Attribute):
            delete_attribute(state, frame, target, evaluate(state, frame, target.value))
        elif isinstance(target, ast.Subscript):
            write_subscript(state, frame, target, NOTHING)
    return True


def _expression(state: State, frame: Frame, node: ast.Expr) -> bool:
    frame.dropped = node.value
    value = evaluate(state, frame, node.value)
    if _never_returns(state, frame, node.value, value):
        return False
    if isinstance(node.value, ast.Call) and any(t.kind == "array" for t in tensors(value)):
        message = "the result of a `TensorArray` method is dropped, and only eager ones change in place"
        state.emit(frame, node, Kind.PYTHON_VALUE, message)
    else:
        tensor_arrays.note_kept(state, frame, node, node.value, value)
    return True


def _return(state: State, frame: Frame, node: ast.Return) -> bool:
    value = evaluate(state, frame, node.value) if node.value is not None else NONE
    if _never_returns(state, frame, node.value, value):
        return False
    if not value and state.is_settled():
        value = UNKNOWN  # so that a call without a result is one that does not return
    tensor_arrays.note_kept(state, frame, node, node.value, value)
    if frame.graph_loops:
        state.emit(frame, node, Kind.CONTROL, "`return` stands in a loop over a tensor")
    else:
        branches.note_exit(state, frame, node, "return", frame.loops)
    if frame.symbolic and frame.symbolic_return is None:
        frame.symbolic_return = node
    frame.returned = union(frame.returned, value)
    frame.results[node] = union(frame.results.get(node, NOTHING), value)
    return False


def _raise(state: State, frame: Frame, node: ast.Raise) -> bool:
    for part in (node.exc, node.cause):
        if part is not None:
            evaluate(state, frame, part)
    if node.exc is not None:
        made = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        own_errors.note_raised(state, frame, evaluate(state, frame, made), frame.module.location(node))
    untaken.note_end(state, frame, node)
    return False


def _assert(state: State, frame: Frame, node: ast.Assert) -> bool:
    value = evaluate(state, frame, node.test)
    lengths.note_open(state, frame, node, value)
    if has_tensor(value):
        state.emit(frame, node, Kind.CONTROL, "`assert` tests the value of a tensor")
    elif truth(value) is False:
        untaken.note_end(state, frame, node)
    return True


def _leave_loop(state: State, frame: Frame, node: ast.Break | ast.Continue) -> bool:
    word, ends = ("break", frame.breaks) if isinstance(node, ast.Break) else ("continue", frame.continues)
    branches.note_exit(state, frame, node, word, frame.loops[-1:])
    if ends:
        ends[-1].append(dict(frame.names))
    return False


def _if(state: State, frame: Frame, node: ast.If) -> bool:
    return branches.run_if(state, frame, node, run_body)


def _while(state: State, frame: Frame, node: ast.While) -> bool:
    def enter() -> bool:
        value = special_methods.test(state, frame, node.test, evaluate(state, frame, node.test))
        if has_tensor(value) and not all(isinstance(a, Tensor) for a in first):
            message = "the condition of `while` is a Python value first and becomes a tensor"
            state.emit(frame, node, Kind.CONTROL, message)
        frame.names = branches.narrow(state, frame, node.test, frame.names, outcome=True)
        return truth(value) is not False

    endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
    first = evaluate(state, frame, node.test)
    tensor_test = has_tensor(first)
    if tensor_test:
        branches.note_test(state, frame, node, "`while` tests", first)
    return _loop(state, frame, node, [enter], tensor_loop=tensor_test, of_elements=False, endless=endless)


def _for(state: State, frame: Frame, node: ast.For | ast.AsyncFor) -> bool:
    iterable = evaluate(state, frame, node.iter)
    tensor_loop = branches.iterates_tensor(state, frame, node, iterable)
    aliasing.note_elements(state, frame, node, iterable)
    items = items_of(state, iterable)
    items = _rows(state, frame, node, iterable) if items is None else items
    few = items is not None and len(items) <= _UNROLL and frame.loop < 2 and not frame.is_exhausted
    if items is not None and few and isinstance(node, ast.For):
        return _unrolled(state, frame, node, items)
    asked = bool(special_methods.project_objects(state, iterable))
    frame.loop += asked  # such an object is asked in every turn
    element = turns_of_range(iterable) or elements_of(state, frame, iterable, node.iter, loop=True)
    frame.loop -= asked
    if frame.function is not None and is_dataset(state, iterable):
        element = open_batches(state, frame, node.iter, element)
        if counts_elements(iterable) and counter_fits(state, frame, node, iterable):
            element = with_tensor(element)
    times = len(items) if items is not None else costs.length_of(iterable)

    def enter(value: Value) -> Callable[[], bool]:
        def bind_target() -> bool:
            assign(state, frame, node.target, value)
            return True

        return bind_target

    named = turns_by_name(state, iterable) if names_attributes(node) and not frame.is_exhausted else None
    enters = [enter(value) for value in ([element] if named is None else named)]
    parts = holds_parts(state, element)
    frame.parts += parts
    of_elements = not all(isinstance(atom, Tensor) and atom.kind == "tensor" for atom in iterable)
    through = _loop(
        state,
        frame,
        node,
        enters,
        tensor_loop=tensor_loop,
        of_elements=of_elements,
        endless=False,
        times=times,
    )
    frame.parts -= parts
    if tensor_loop and is_dataset(state, iterable):
        no_gradient.note_loop(state, frame, node)
    return through


def _rows(
    state: State, frame: Frame, node: ast.For | ast.AsyncFor, iterable: Value
) -> tuple[Value, ...] | None:
    """The rows of a NumPy array one by one, where there are few; None where it is no such array."""
    atom = next(iter(iterable)) if len(iterable) == 1 else None
    length = atom.shape[0] if isinstance(atom, Array) and atom.shape else None
    if not isinstance(length, int) or not 0 < length <= _UNROLL:
        return None
    return (elements_of(state, frame, iterable, node.iter, loop=True),) * length


def _unrolled(state: State, frame: Frame, node: ast.For, items: tuple[Value, ...]) -> bool:
    """A loop over few known elements runs as straight-line code."""
    late, parts = frame.late, all(holds_parts(state, item) for item in items)
    frame.loop += 1
    frame.parts += parts
    frame.loops.append(len(frame.symbolic))
    frame.breaks.append([])
    alive = True
    for item in items:
        frame.continues.append([])
        assign(state, frame, node.target, item)
        alive = run_body(state, frame, node.body)
        ends = [*frame.continues.pop(), *([frame.names] if alive else [])]
        alive = bool(ends)
        if not alive:
            break
        frame.names = branches.join_names(*ends)
    frame.late = late
    frame.loop -= 1
    frame.parts -= parts
    frame.loops.pop()
    left = frame.breaks.pop()
    if alive:
        alive = run_body(state, frame, node.orelse)
    ends = [*left, *([frame.names] if alive else [])]
    frame.names = branches.join_names(*ends) if ends else frame.names
    return bool(ends)


def _loop(
    state: State,
    frame: Frame,
    node: ast.For | ast.AsyncFor | ast.While,
    enters: Sequence[Callable[[], bool]],
    *,
    tensor_loop: bool,
    of_elements: bool,
    endless: bool,
    times: int | None = None,
) -> bool:
    """enters: what a turn begins with, each a way in which it may; they return False where there is no turn.

    of_elements: it runs over what may be no tensor, such as a dataset.
    """
    before = dict(frame.names)
    inside = branches.captured_names if tensor_loop else dict
    head: Bindings = _entered(frame, node, inside(before), tensor_loop=tensor_loop)
    after: Bindings | None = None
    if frame.is_exhausted:
        head |= _unknown_names(state, frame, node)
    cost = once = (frame.ops, frame.work)
    frame.loop += 1
    frame.breaks.append([])
    frame.continues.append([])
    frame.loops.append(None if tensor_loop else len(frame.symbolic))
    late = frame.late
    header = node.test if isinstance(node, ast.While) else node.iter
    varies = not (tensor_loop or endless or times or alike.stays(frame, header))
    if tensor_loop:
        forward_mode.note_loop(state, frame, node)
        frame.symbolic.append(frozenset(frame.allocated))
        frame.graph_loops += 1
    with left_out.branches(state, frame, node, symbolic=tensor_loop and not times):
        for index in range(_LOOP_ROUNDS):
            ends: list[Bindings] = []
            entered = False
            for enter in enters:
                frame.names = dict(head)
                if not enter():
                    continue
                frame.conditional += 1
                frame.late = late + varies
                through = run_body(state, frame, node.body)
                frame.late = late
                frame.conditional -= 1
                if index == 0 and once == cost:
                    once = (frame.ops, frame.work)
                entered = True
                ends += [frame.names] if through else []
            if not entered:
                break
            ends += frame.continues[-1]
            head = with_written_shapes(node.body, head, ends)
            merged = branches.join_names(head, *ends)
            if index:
                merged = {name: widen(head.get(name, NOTHING), value) for name, value in merged.items()}
            merged = inside(merged)
            if merged == head:
                # There is a turn, and each begins with what `head` says.
                if times and ends and not tensor_loop:
                    after = branches.join_names(*ends)
                break
            head = merged
    frame.ops, frame.work = costs.repeated(cost, once, times)
    frame.loops.pop()
    left = frame.breaks.pop()
    if tensor_loop:
        frame.symbolic.pop()
        frame.graph_loops -= 1
        names = branches.join_names(head, *left)
        head = branches.released_names(node, head, before)
        head |= check_loop_variables(state, frame, node, before, names, of_elements=of_elements)
    frame.loop -= 1
    frame.continues.pop()
    frame.names = dict(head if after is None else after)
    through = True
    if node.orelse:
        through = run_body(state, frame, node.orelse)
    if endless:
        frame.names = branches.join_names(*left) if left else frame.names
        return bool(left)
    frame.names = branches.join_names(frame.names, *left)
    return through or bool(left)


def _entered(
    frame: Frame, node: ast.For | ast.AsyncFor | ast.While, names: Bindings, *, tensor_loop: bool
) -> Bindings:
    """The variables as the first turn of a loop finds them."""
    return counters.as_carried(frame, node.body, names) if tensor_loop else names


def _unknown_names(state: State, frame: Frame, node: ast.For | ast.AsyncFor | ast.While) -> Bindings:
    """What a loop sets when it is too much work to follow it turn by turn: then one turn shows all."""
    message = "the loops of this function are nested too deeply to be followed"
    state.emit(frame, node, Kind.UNKNOWN, message)
    return dict.fromkeys(bound_below(node), UNKNOWN)


def _try(state: State, frame: Frame, node: ast.Try) -> bool:
    if node.handlers and imports.cannot_fail(state, frame, node.body):
        return run_body(state, frame, [*node.body, *node.orelse, *node.finalbody])
    _note_leaving(state, frame, node)
    before = dict(frame.names)
    ops = frame.ops
    guarded = bool(node.handlers)
    frame.guard += guarded
    frame.closing += bool(node.finalbody)
    frame.conditional += guarded
    caught = with_statements.exception_names(state, frame, [h.type for h in node.handlers])
    frame.caught += [caught] * guarded
    through = branches.run_block(state, frame, node.body, run_body)
    frame.guard -= guarded
    frame.closing -= bool(node.finalbody)
    frame.conditional -= guarded
    del frame.caught[len(frame.caught) - guarded :]
    reached = frame.ops > ops and with_statements.may_come_from_operations(caught)
    if guarded and (reached or with_statements.ends_dataset(state, frame, caught, node.body)):
        aspect = Aspect.OF_TRACING if with_statements.may_come_from_traces_alone(caught) else None
        message = "an exception handler surrounds TensorFlow operations"
        state.emit(frame, node, Kind.HANDLER, message, aspect=aspect)
    after = dict(frame.names)
    ends: list[Bindings] = []
    if through:
        through = run_body(state, frame, node.orelse)
        if through:
            ends.append(dict(frame.names))
    for handler in node.handlers:
        frame.names = branches.join_names(before, after)
        if handler.name:
            bind(state, frame, handler.name, UNKNOWN, handler)
        frame.branches += 1
        frame.late += 1
        if run_body(state, frame, handler.body):
            ends.append(dict(frame.names))
        frame.late -= 1
        frame.branches -= 1
    frame.names = branches.join_names(*ends) if ends else branches.join_names(before, after)
    finished = run_body(state, frame, node.finalbody)
    return bool(ends) and finished


def _note_leaving(state: State, frame: Frame, node: ast.Try) -> None:
    """Notes where AutoGraph, which puts off `return`, `break` and `continue`, runs on: into `else`, or out of `finally`."""
    if node.orelse and (left := _leaving(node.body)) is not None:
        state.emit(frame, left, Kind.CONTROL, "a graph runs the `else` of a `try` that this leaves")
    if (left := _leaving(node.finalbody)) is not None:
        state.emit(frame, left, Kind.CONTROL, "a graph raises the exception that this drops in `finally`")


def _leaving(body: Sequence[ast.stmt], *, in_loop: bool = False) -> ast.stmt | None:
    """A statement that leaves a block for good.  in_loop: the block is one of a loop inside."""
    for node in body:
        if isinstance(node, ast.Return) or (isinstance(node, (ast.Break, ast.Continue)) and not in_loop):
            return node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        inner = in_loop or isinstance(node, (ast.For, ast.AsyncFor, ast.While))
        blocks = [getattr(node, name, []) for name in ("body", "finalbody")]
        blocks += [part.body for name in ("handlers", "cases") for part in getattr(node, name, [])]
        found = next((f for block in blocks if (f := _leaving(block, in_loop=inner)) is not None), None)
        if found is None:
            found = _leaving(getattr(node, "orelse", []), in_loop=in_loop)
        if found is not None:
            return found
    return None


def _with(state: State, frame: Frame, node: ast.With | ast.AsyncWith) -> bool:
    return with_statements.run_with(state, frame, node, assign, run_body)


def _match(state: State, frame: Frame, node: ast.Match) -> bool:
    return matching.run_match(state, frame, node, run_body)


def _function(state: State, frame: Frame, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    bind(state, frame, node.name, definitions.define_function(state, frame, node), node)
    return True


def _class(state: State, frame: Frame, node: ast.ClassDef) -> bool:
    bind(state, frame, node.name, definitions.define_class(state, frame, node, run_body), node)
    return True


def _import(state: State, frame: Frame, node: ast.Import | ast.ImportFrom) -> bool:
    for name, value in imports.imported(state, frame, node):
        bind(state, frame, name, value, node)
    return True


_Handler = Callable[[State, Frame, Any], bool]


def _block(handler: _Handler) -> _Handler:
    """What AutoGraph makes functions of hides variables from what has captured them."""

    def run_block(state: State, frame: Frame, node: Any) -> bool:
        through = handler(state, frame, node)
        late_binding.note_bound_again(state, frame, node)
        return through

    return run_block


_HANDLERS: dict[type[ast.AST], _Handler] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Delete: _delete,
    ast.Expr: _expression,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.Break: _leave_loop,
    ast.Continue: _leave_loop,
    ast.If: _block(_if),
    ast.While: _block(_while),
    ast.For: _block(_for),
    ast.AsyncFor: _block(_for),
    ast.Try: _try,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Match: _match,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Import: _import,
    ast.ImportFrom: _import,
}
if hasattr(ast, "TryStar"):
    _HANDLERS[ast.TryStar] = _try
