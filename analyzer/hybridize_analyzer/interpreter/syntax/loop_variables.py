"""Variables that a loop over a tensor carries: each needs its dtype and shape in all turns."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    Atom,
    Const,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.syntax.chosen_numbers import number_dtype
from hybridize_analyzer.interpreter.syntax.counted import is_only_counted, is_returned
from hybridize_analyzer.interpreter.syntax.sides import (
    is_dense,
    of_entries,
    parts_of_tuples,
    same_shape,
    same_tensor,
)
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.order import blocks
from hybridize_analyzer.program.code import bound_in, bound_names, walk
from hybridize_analyzer.program.liveness import live_names


def check_loop_variables(
    state: State,
    frame: Frame,
    node: ast.For | ast.AsyncFor | ast.While,
    before: Bindings,
    after: Bindings,
    *,
    of_elements: bool,
) -> Bindings:
    """A graph loop needs every variable it carries to keep its dtype and shape.

    of_elements: it runs over what may be no tensor, such as a dataset.

    Returns the variables that hold something else in a graph than in eager execution, with both.
    """
    widened: Bindings = {}
    if frame.function is None:
        return widened
    targets, live = _target_names(node), live_names(frame.body)
    for name in sorted(bound_in(node.body) - targets):
        if not live.is_read_from(node, name):
            continue  # of one turn alone
        if name not in before:
            made = not of_elements and _is_made_for_loop(state, node, name, after.get(name, NOTHING))
            needed = live.is_read_after(node, name) or live.is_read_from(node.body[0], name)
            if needed and not made:
                state.emit(frame, node, Kind.CONTROL, f"`{name}` is first set inside a loop over a tensor")
            continue
        if name in frame.counters:
            continue
        first, last = of_entries(state, [before[name], after.get(name, NOTHING)])
        if not _is_carried(first, last) and not _is_written_only(node.body, name, first | last):
            number = number_dtype(first)
            counted = number is not None and number == number_dtype(last)
            if number is not None and counted and is_only_counted(state, frame, node, name, number, after):
                if is_returned(frame.function, name):
                    widened[name] = last | {Tensor("tensor", number, ())}
                continue
            again = _is_chosen_again(node.body, name) or (
                _is_called_again(frame, node, name) and _holds_tensors_alone(state, first | last)
            )
            if again or _may_be_carried(first, last):
                message = f"`{name}` is set in a loop over a tensor, and whether it keeps dtype and shape cannot be seen"
                state.emit(frame, node, Kind.VALUE, message)
            elif counted:
                message = f"`{name}` is counted in a loop over a tensor, and of the Python number a graph makes a tensor"
                state.emit(frame, node, Kind.CONTROL, message, aspect=Aspect.NUMBER)
            else:
                message = f"`{name}` may change its kind, dtype or shape in a loop over a tensor"
                state.emit(frame, node, Kind.CONTROL, message)
    for name in sorted(targets):
        if live.is_read_after(node, name):
            state.emit(frame, node, Kind.CONTROL, f"`{name}` is read after a loop over a tensor")
    return widened


def _is_made_for_loop(
    state: State, node: ast.For | ast.AsyncFor | ast.While, name: str, value: Value
) -> bool:
    """Whether AutoGraph finds, by tracing one turn, with what a graph loop begins that first sets a variable.

    A loop that has no turn fails then, as Python fails where it reads the variable.
    """
    return _sets_in_every_turn(node.body, name) and _is_dense_throughout(of_entries(state, [value]))


def _sets_in_every_turn(body: Sequence[ast.stmt], name: str) -> bool:
    """Whether statements set a variable to a new value, whatever way is taken, before anything reads it."""
    for statement in body:
        match statement:
            case ast.Assign(targets=targets, value=value) if _names(targets, name, ast.Store):
                return not _names([value], name, ast.Load)
            case ast.With(items=items, body=inside) if _sets_in_every_turn(inside, name):
                return not _names(items, name, ast.Load)
            case (
                ast.For(iter=header, body=inside, orelse=[]) | ast.While(test=header, body=inside, orelse=[])
            ) if _sets_in_every_turn(inside, name):
                return not _names([header], name, ast.Load)
            case ast.If(test=header, body=inside, orelse=other) if all(
                _sets_in_every_turn(side, name) for side in (inside, other)
            ):
                return not _names([header], name, ast.Load)
        leaves = any(isinstance(n, (ast.Break, ast.Continue, ast.Return)) for n in walk(statement))
        if leaves or _names([statement], name, ast.expr_context):
            return False
    return False


def _names(nodes: Sequence[ast.AST], name: str, context: type[ast.expr_context]) -> bool:
    """Whether a variable stands in one of several nodes, in one way."""
    inside = (n for node in nodes for n in walk(node))
    return any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, context) for n in inside)


def _is_dense_throughout(sides: Sequence[Value]) -> bool:
    """Whether values are dense tensors, or tuples of one length of these."""
    parts = parts_of_tuples(sides)
    if parts is not None:
        return all(map(_is_dense_throughout, parts))
    return all(sides) and all(is_dense(atom) for value in sides for atom in value)


def _is_written_only(body: Sequence[ast.stmt], name: str, value: Value) -> bool:
    """Whether a loop does nothing else with a `TensorArray` than to write to it, so that its dtype stays, whatever it is."""
    if not all(isinstance(atom, Tensor) and atom.kind == "array" for atom in value):
        return False
    values = _values_in_loop(body, name)
    calls = [value.func for value in values if isinstance(value, ast.Call)]
    written = [f for f in calls if isinstance(f, ast.Attribute) and f.attr in ("write", "scatter", "unstack")]
    of_itself = [f for f in written if ast.unparse(f.value) == name]
    return bool(values) and len(of_itself) == len(values)


def with_written_shapes(body: Sequence[ast.stmt], before: Bindings, ends: Sequence[Bindings]) -> Bindings:
    """Variables with which a turn begins: an empty `TensorArray` has the shape of what a turn writes to it.

    A graph traces the loop once, and its arrays share what they know of their elements.
    """
    empty = [name for name, value in before.items() if value and all(map(_is_empty_array, value))]
    written = {name: union(NOTHING, *(end.get(name, NOTHING) for end in ends)) for name in empty}
    known = {
        name: value
        for name, value in written.items()
        if value and not any(map(_is_empty_array, value)) and _is_written_only(body, name, value)
    }
    return {**before, **known}


def _is_empty_array(atom: Atom) -> bool:
    """Whether it is a `TensorArray` of which nothing says what stands in it."""
    return isinstance(atom, Tensor) and atom.kind == "array" and atom.shape is None


def _is_chosen_again(body: Sequence[ast.stmt], name: str) -> bool:
    """Whether a loop sets a variable by `tf.where(…, x, variable)` alone, which gives what has its dtype and its shape."""
    values = _values_in_loop(body, name)
    return bool(values) and all(
        isinstance(value, ast.Call)
        and called_name(value) == "where"
        and name in [ast.unparse(side) for side in value.args[1:3]]
        for value in values
    )


def _is_called_again(frame: Frame, loop: ast.For | ast.AsyncFor | ast.While, name: str) -> bool:
    """Whether a loop sets a variable by the very call alone that has set it before: `losses = step(next(batches))`."""
    values = [*map(ast.unparse, _values_in_loop(loop.body, name))]
    before = next((b[: b.index(loop)] for b in blocks(frame.body) if loop in b), [])
    last = next((s for s in reversed(before) if _names([s], name, ast.Store)), None)
    plain = isinstance(last, ast.Assign) and [*map(ast.unparse, last.targets)] == [name]
    return plain and isinstance(last, ast.Assign) and {ast.unparse(last.value)} == {*values}


def _values_in_loop(body: Sequence[ast.stmt], name: str) -> list[ast.expr]:
    """What plain assignments give a variable; nothing where something else sets it, too."""
    made = [
        n for s in body for n in walk(s) if isinstance(n, ast.Assign) and name in map(ast.unparse, n.targets)
    ]
    bound = [each for s in body for n in walk(s) for each in bound_names(n)]
    return [each.value for each in made] if len(made) == bound.count(name) else []


def _holds_tensors_alone(state: State, value: Value) -> bool:
    """Whether there is nothing but dense tensors, or tuples, lists and dicts of these, some levels deep."""
    for _ in range(_LEVELS):
        inside: Value = NOTHING
        for atom in value:
            if isinstance(atom, Tuple):
                inside = union(inside, *atom.elements)
            elif isinstance(atom, Ref) and state.heap.type_of(atom.key) in ("builtins.list", "builtins.dict"):
                inside = union(inside, state.heap.read(atom.key, ELEMENTS))
            elif not is_dense(atom):
                return False
        value = inside
    return not value


_LEVELS = 4
"""So many levels of containers are looked into."""


def _target_names(node: ast.For | ast.AsyncFor | ast.While) -> set[str]:
    if isinstance(node, ast.While):
        return set()
    return {n.id for n in walk(node.target) if isinstance(n, ast.Name)}


def _is_carried(first: Value, last: Value) -> bool:
    """Whether a graph loop can carry a value that begins as `first` and is `last` in later turns."""
    structures = [a for a in last if isinstance(a, Tuple)]
    if structures and len(structures) == len(last):
        lengths = {len(a.elements) for a in (*structures, *(b for b in first if isinstance(b, Tuple)))}
        start = next(iter(first)) if len(first) == 1 else None
        if not isinstance(start, Tuple) or len(lengths) != 1:
            return False
        ends = [union(*parts) for parts in zip(*(a.elements for a in structures), strict=True)]
        return all(map(_is_carried, start.elements, ends))
    if number_dtype(first) is not None:
        turns = _behind_turns(first, last)
        return bool(turns) and all(
            isinstance(a, Tensor) and (a.kind, a.dtype, a.shape) == ("tensor", number_dtype(first), ())
            for a in turns
        )
    return same_tensor([first, last]) and same_shape(first, last)


def _behind_turns(first: Value, last: Value) -> list[Atom]:
    """What a variable that begins as a number holds in later turns, but for numbers that a graph gives the same dtype."""
    number = number_dtype(first)
    return [a for a in last if not isinstance(a, (Const, Scalar)) or number_dtype(one(a)) != number]


def _may_be_carried(first: Value, last: Value) -> bool:
    """Whether tensors keep dtype and shape as far as these are known: a graph refuses a loop in which they do not.

    What begins known and ends unknown may be several tensors that differ.  A number begins as a scalar of its dtype.
    """
    number = number_dtype(first)
    if number is not None:
        turns = _behind_turns(first, last)
        return bool(turns) and all(
            isinstance(a, Tensor)
            and a.kind == "tensor"
            and a.dtype in (number, None)
            and a.shape in ((), None)
            for a in turns
        )
    atoms = [*first, *last]
    if not first or not last or not all(map(is_dense, atoms)):
        return False
    starts, ends = tensors(first), tensors(last)
    grows = any(end.dynamic for end in ends) and not any(start.dynamic for start in starts)
    dtypes, shapes = ({t.dtype for t in starts}, {t.shape for t in starts})
    return (
        not grows
        and (dtypes == {None} or dtypes == {t.dtype for t in ends})
        and (shapes == {None} or shapes == {t.shape for t in ends} or _is_open_in_turns(starts, ends))
    )


def _is_open_in_turns(starts: Sequence[Tensor], ends: Sequence[Tensor]) -> bool:
    """Whether no length is known before a loop, and nothing in it shows another number of axes."""
    ranks = {None if t.shape is None else len(t.shape) for t in starts}
    lengths = {length for t in starts for length in t.shape or ()}
    later = {len(t.shape) for t in ends if t.shape is not None}
    return len(ranks) == 1 and None not in ranks and lengths == {None} and later <= ranks
