"""Branches: joins, what a test teaches, and which of those on tensors AutoGraph converts faithfully."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Sequence

from hybridize_analyzer.domain.computed import is_computed
from hybridize_analyzer.domain.contents import is_dataset
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Bindings, Frame, Guard, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    FROM_CALLER,
    INT,
    NOTHING,
    OPEN,
    Atom,
    Const,
    Iterator,
    Opaque,
    Scalar,
    Tensor,
    Value,
    captured,
    const,
    has_tensor,
    is_tensor,
    loosened,
    may_be_alike,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.interpreter.syntax import chosen_numbers, counters, modes
from hybridize_analyzer.interpreter.syntax.counted_elements import counter_fits, counts_elements
from hybridize_analyzer.interpreter.syntax.sides import (
    DISAGREEMENTS,
    are_dense,
    are_numbers_beside_tensors,
    disagreement,
    has_fraction,
    is_chosen,
    of_entries,
    scalar_beside_numbers,
    uniform,
)
from hybridize_analyzer.interpreter.syntax.unfit_lengths import note_lengths
from hybridize_analyzer.interpreter.tracing import alike, first_calls, left_out, lengths
from hybridize_analyzer.interpreter.values import special_methods
from hybridize_analyzer.interpreter.values.types import is_instance
from hybridize_analyzer.program.code import bound_below, bound_in, found_once, walk
from hybridize_analyzer.program.liveness import live_names

RunBody = Callable[[State, Frame, Sequence[ast.stmt]], bool]


def join_names(*branches: Bindings) -> Bindings:
    """Variables after several paths meet."""
    if len(branches) == 1:
        return dict(branches[0])
    joined: Bindings = dict(branches[0])
    for names in branches[1:]:
        for name, value in names.items():
            old = joined.get(name)
            if old is None:
                joined[name] = value
            elif old is not value:
                joined[name] = union(old, value)
    return joined


def captured_names(names: Bindings) -> Bindings:
    """Variables as a branch or a loop that becomes a graph of its own captures them."""
    return {name: captured(value) for name, value in names.items()}


def released_names(node: ast.stmt, names: Bindings, before: Bindings) -> Bindings:
    """Variables behind a branch or a loop that became a graph of its own: what it only captured is what it was."""
    kept = before.keys() & names.keys() - bound_below(node)
    return names | {name: before[name] for name in kept if names[name] == captured(before[name])}


def narrow(state: State, frame: Frame, test: ast.expr, names: Bindings, *, outcome: bool) -> Bindings:
    """Variables when `test` came out as `outcome`: `x is None`, `x == 2`, `not …`, `a and b`, truth of a name."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return narrow(state, frame, test.operand, names, outcome=not outcome)
    if isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is outcome:
            for part in test.values:
                names = narrow(state, frame, part, names, outcome=outcome)
        return names
    if isinstance(test, ast.Call) and (name := _tested_name(test)) is not None:
        kinds = evaluate(state, frame, test.args[1])
        return _keep(names, name, lambda a: is_instance(state, frozenset({a}), kinds) is not (not outcome))
    if isinstance(test, ast.Name) and outcome:
        return _keep(names, test.id, lambda a: truth(frozenset({a})) is not False)
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name):
        right = test.comparators[0]
        if (
            isinstance(right, ast.Constant)
            and right.value is None
            and isinstance(test.ops[0], (ast.Is, ast.IsNot))
        ):
            is_none = isinstance(test.ops[0], ast.Is) is outcome
            return _keep(names, test.left.id, lambda a: _may_be_none(a) if is_none else not _is_none(a))
        if isinstance(test.ops[0], (ast.Eq, ast.NotEq)) and isinstance(right, ast.Constant):
            return _compared(
                names, test.left.id, right.value, equal=isinstance(test.ops[0], ast.Eq) is outcome
            )
    return names


def _compared(names: Bindings, name: str, literal: object, *, equal: bool) -> Bindings:
    """Variables where one is equal to a literal, or is not: an int that was not known is known where it is."""
    if type(literal) not in (int, str):
        return names
    names = _keep(names, name, lambda a: not isinstance(a, Const) or (a.value == literal) is equal)
    value = names.get(name)
    if not equal or value is None:
        return names
    kept = union(NOTHING, *(const(literal) if _is_plain(a, literal) else one(a) for a in value))
    return {**names, name: kept} if kept != value else names


def _is_plain(atom: Atom, literal: object) -> bool:
    """Whether it is any value of the type of a literal."""
    return isinstance(atom, Scalar) and atom.type == type(literal).__name__ and not atom.open


def _tested_name(test: ast.Call) -> str | None:
    """`name` of `isinstance(name, …)`."""
    if not isinstance(test.func, ast.Name) or test.func.id != "isinstance" or len(test.args) != 2:
        return None
    return test.args[0].id if isinstance(test.args[0], ast.Name) else None


def _keep(names: Bindings, name: str, wanted: Callable[[Atom], bool]) -> Bindings:
    value = names.get(name)
    if value is None:
        return names
    kept = frozenset(atom for atom in value if wanted(atom))
    return {**names, name: kept} if kept and kept != value else names


def _is_none(atom: object) -> bool:
    return isinstance(atom, Const) and atom.value is None


def _may_be_none(atom: object) -> bool:
    return _is_none(atom) or isinstance(atom, Opaque)


def outcome_of(frame: Frame, test: ast.expr, value: Value) -> bool | None:
    """Whether a test holds, where that is known: of `n > 0 and False`, too, which gives `n > 0` where that is false."""
    told = frame.outcome
    return told[1] if told is not None and told[0] is test else truth(value)


def run_if(state: State, frame: Frame, node: ast.If, run_body: RunBody) -> bool:
    length = lengths.fallback_statement(frame, node)
    if length is not None and OPEN in evaluate(state, frame, length):
        return _run_fallback(state, frame, node, length, run_body)
    eager = modes.outcome_in_eager(state, frame, node.test)
    if eager is not None:
        return _run_both_modes(state, frame, node, run_body, eager=eager)
    test = special_methods.test(state, frame, node.test, evaluate(state, frame, node.test))
    known = outcome_of(frame, node.test, test)
    symbolic = has_tensor(test)
    before = dict(frame.names)
    if symbolic:
        note_test(state, frame, node, "`if` tests", test)
        note_lengths(state, frame, node, "`if` tests", test)
        frame.symbolic.append(frozenset(frame.allocated))
    guard = first_calls.find_guard(state, frame, node)
    if guard is not None and any(
        live_names(frame.body).is_read_after(node, n) for n in first_calls.local_names(frame, node)
    ):
        guard = None
    ends: list[Bindings] = []
    paths: list[tuple[bool, Bindings]] = []
    varies = known is None and not is_tensor(test) and not alike.stays(frame, node.test)
    frame.late += varies
    with left_out.branches(state, frame, node, symbolic=symbolic):
        for outcome, body in ((True, node.body), (False, node.orelse)):
            if known is not None and known is not outcome:
                continue
            around = captured_names(before) if symbolic else dict(before)
            frame.names = narrow(state, frame, node.test, around, outcome=outcome)
            if guard is not None and outcome:
                through = _make_lazily(state, frame, node, guard, run_body)
            else:
                frame.conditional += known is None
                frame.branches += known is None
                through = run_block(state, frame, body, run_body)
                frame.conditional -= known is None
                frame.branches -= known is None
            names = _as_decided(state, frame, node.test, frame.names, body) if symbolic else frame.names
            paths.append((through, names))
            if through:
                ends.append(frame.names)
    frame.late -= varies
    if varies:
        note_leaving(frame, [*node.body, *node.orelse])
    if symbolic:
        frame.symbolic.pop()
        decided = _where_a_tensor_decides(state, frame, node.test, before)
        chosen = _check_branch_variables(state, frame, node, decided, paths)
    frame.names = join_names(*ends) if ends else before
    if symbolic:
        frame.names = released_names(node, frame.names, before)
        for name in bound_below(node):
            if name in frame.names:
                fits = may_be_alike([names[name] for names in ends if name in names])
                frame.names[name] = loosened(frame.names[name], alike=fits)
        chosen_numbers.as_in_graphs(frame.names, chosen)
    return bool(ends)


def _as_decided(
    state: State, frame: Frame, test: ast.expr, names: Bindings, body: Sequence[ast.stmt]
) -> Bindings:
    """Variables behind one side of a branch that a tensor chose: without what the tests before the tensor rule out.

    body: the side, whose own assignments stay as they are.
    """
    decided, assigned = _where_a_tensor_decides(state, frame, test, names), bound_in(body)
    return {name: names[name] if name in assigned else value for name, value in decided.items()}


def _where_a_tensor_decides(state: State, frame: Frame, test: ast.expr, names: Bindings) -> Bindings:
    """Variables where it comes to the tensor of a test: `x is not None and tf.reduce_any(x)`, `x is None or …`."""
    if not isinstance(test, ast.BoolOp):
        return names
    for operand in itertools.takewhile(_is_of_python, test.values[:-1]):
        names = narrow(state, frame, operand, names, outcome=isinstance(test.op, ast.And))
    return names


def _is_of_python(test: ast.expr) -> bool:
    """Whether a test gives a bool of Python, whatever it is about: `x is None`, `isinstance(x, …)`, `not …`."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _is_of_python(test.operand)
    if isinstance(test, ast.Compare):
        return all(isinstance(op, (ast.Is, ast.IsNot)) for op in test.ops)
    return isinstance(test, ast.Call) and _tested_name(test) is not None


def _run_both_modes(state: State, frame: Frame, node: ast.If, run_body: RunBody, *, eager: bool) -> bool:
    """`if tf.executing_eagerly():`.  eager: how that comes out in eager execution."""
    before, ends = frame.names, []
    for outcome, body in ((True, node.body), (False, node.orelse)):
        frame.names = dict(before)
        with modes.branch(frame, eager=outcome is eager):
            through = run_body(state, frame, body)
        if through:
            ends.append(frame.names)
    frame.names = join_names(*ends) if ends else before
    return bool(ends)


def note_leaving(frame: Frame, bodies: Sequence[ast.stmt]) -> None:
    """What stands behind a condition that may leave the function, or the round of a loop, is reached in some traces only."""
    kinds = frozenset[type[ast.AST]]().union(*(found_once(s, _ways_out) for s in bodies))
    frame.left = frame.left or ast.Return in kinds
    frame.late += bool(frame.loops) and not kinds.isdisjoint((ast.Break, ast.Continue))


def _ways_out(statement: ast.AST) -> frozenset[type[ast.AST]]:
    """The kinds of statements in a statement that leave a function or the round of a loop."""
    return frozenset(map(type, walk(statement))) & {ast.Return, ast.Break, ast.Continue}


def _run_fallback(state: State, frame: Frame, node: ast.If, length: ast.expr, run_body: RunBody) -> bool:
    """`if n is None: n = tf.shape(x)[0]`: afterwards it is what a graph measures, or what was known (`lengths`)."""
    before = dict(frame.names)
    through = run_body(state, frame, node.body)
    if isinstance(length, ast.Name):
        before[length.id] = union(before.get(length.id, NOTHING) - {OPEN}, INT)
    frame.names = join_names(frame.names, before)
    return through


def _make_lazily(state: State, frame: Frame, node: ast.If, guard: Guard, run_body: RunBody) -> bool:
    outer, frame.guarded = frame.guarded, guard
    known = set(frame.events)
    where = frame.module.location(node)
    state.note(first_calls.GUARDS, where, where)
    through = run_body(state, frame, node.body)
    frame.guarded = outer
    first_calls.settle(state, frame, guard, known)
    return through


def obstacle(frame: Frame) -> str | None:
    """Why AutoGraph does not reach what the current function calls."""
    if frame.indirect:
        return "code that Python or a library calls itself"
    own = frame.function.unconverted if frame.function is not None else None
    return None if own is None else f"a function with {own}"


def note_converted(state: State, frame: Frame, node: ast.AST, what: str) -> None:
    """Control flow on a tensor: AutoGraph has to convert it."""
    note_of_autograph(state, frame, node, Kind.CONVERTED, f"{what} a tensor")


def note_test(state: State, frame: Frame, node: ast.AST, what: str, tested: Value) -> None:
    """A test of a tensor: Python asks whether it is zero, a graph takes nothing but a bool scalar."""
    note_converted(state, frame, node, what)
    for atom in tensors(tested):
        if atom.dtype is None:
            state.emit(frame, node, Kind.VALUE, f"{what} a tensor, and whether it is a bool cannot be seen")
        elif atom.dtype != "bool":
            message = f"{what} a tensor of {atom.dtype}, and a graph tests only a bool"
            state.emit(frame, node, Kind.CONTROL, message)


def note_of_autograph(state: State, frame: Frame, node: ast.AST, kind: Kind, what: str) -> None:
    """Something that a graph can do where AutoGraph converts the function."""
    state.emit(frame, node, kind, what)
    own = frame.function.unconverted if frame.function is not None else None
    if own is not None:
        message = f"{what}, and AutoGraph does not convert a function with {own}"
        state.emit(frame, node, Kind.CONTROL, message)


def note_exit(state: State, frame: Frame, node: ast.AST, word: str, loops: Sequence[int | None]) -> None:
    """A statement that leaves some of the loops around it: where a tensor decides, Python cannot run them."""
    if any(around is not None and len(frame.symbolic) > around for around in loops):
        message = f"`{word}` of a Python loop depends on the value of a tensor"
        state.emit(frame, node, Kind.CONTROL, message)


def run_block(state: State, frame: Frame, body: Sequence[ast.stmt], run_body: RunBody) -> bool:
    """A block inside another: AutoGraph does not carry a `return` out of it that only one side of a branch has."""
    outer, frame.symbolic_return = frame.symbolic_return, None
    through = run_body(state, frame, body)
    inner = frame.symbolic_return
    if through and inner is not None:
        message = "`return` depends on the value of a tensor, and the block around it may go on behind it"
        state.emit(frame, inner, Kind.CONTROL, message)
    frame.symbolic_return = outer or inner
    return through


def iterates_tensor(state: State, frame: Frame, node: ast.For | ast.AsyncFor, iterable: Value) -> bool:
    """Whether the loop becomes a graph loop: one over a tensor, or over a dataset."""
    if counts_elements(iterable) and not counter_fits(state, frame, node, iterable):
        message = "a loop counts the elements of a dataset, which is a tensor inside a graph"
        state.emit(frame, node.iter, Kind.CONTROL, message)
    if any(isinstance(a, Iterator) and a.source == "dataset iterator" for a in iterable):
        state.emit(frame, node.iter, Kind.CONTROL, "the loop runs over the iterator of a dataset")
    if any(isinstance(a, Iterator) and a.source == "of tensor" for a in iterable):
        state.emit(frame, node.iter, Kind.PYTHON_VALUE, "Python iterates over a tensor", aspect=Aspect.RAISES)
    if any(
        (isinstance(a, Opaque) and not a.origin.startswith(FROM_CALLER))
        or (isinstance(a, Iterator) and a.source == "unseen iterator")
        for a in iterable
    ):
        kind = Kind.UNKNOWN if is_computed(iterable) else Kind.VALUE
        state.emit(frame, node.iter, kind, "what a loop runs over cannot be seen")
    if has_tensor(iterable) or is_dataset(state, iterable):
        note_converted(state, frame, node, "a loop runs over")
        return True
    return False


def _check_branch_variables(
    state: State, frame: Frame, node: ast.If, before: Bindings, paths: list[tuple[bool, Bindings]]
) -> Bindings:
    """AutoGraph needs every variable that lives on to be the same kind of tensor on both sides.

    Returns the tensors that a graph makes of numbers, by variable.
    """
    chosen: Bindings = {}
    if frame.function is None:
        return chosen
    alive = [names for through, names in paths if through]
    if len(alive) < 2:
        alive.append(before) if alive else None
    live = live_names(frame.body)
    for name in sorted(bound_in(node.body) | bound_in(node.orelse)):
        if not live.is_read_after(node, name):
            continue
        sides = of_entries(state, [names.get(name, NOTHING) for names in alive])
        if not is_chosen(sides):
            made = (
                counters.as_chosen(frame, name)
                or _whole_number(sides)
                or chosen_numbers.note(state, frame, node, name, sides)
            )
            if made is not None:
                chosen[name] = one(made)
                continue
            aspect = disagreement(sides)
            only_dtype = aspect is Aspect.UNTOLD and all(map(are_dense, sides))
            kind = Kind.VALUE if only_dtype else Kind.CONTROL
            message = f"`{name}` is set in a branch on a tensor{DISAGREEMENTS[aspect]}"
            state.emit(frame, node, kind, message, aspect=aspect)
    return chosen


def _whole_number(sides: Sequence[Value]) -> Tensor | None:
    """The tensor that a graph has for a whole number, or a truth value, that only one side has as a tensor; None else.

    Floats are another matter: numbers of Python have more digits than tensors.
    """
    dtype = scalar_beside_numbers(sides)
    return Tensor("tensor", dtype, ()) if dtype in ("int32", "bool") else None


def note_returned(state: State, frame: Frame, node: ast.AST) -> None:
    """What a function returns where a `return` depends on the value of a tensor; node: that `return`."""
    sides = [value for value in frame.results.values() if value]
    if uniform(sides) or are_numbers_beside_tensors(sides):
        if any(map(has_fraction, sides)):
            message = "`return` gives a number or a tensor, as a tensor decides, and a number has more digits"
            state.emit(frame, node, Kind.VALUE, message)
        frame.returned = loosened(frame.returned, alike=may_be_alike(sides))
        return
    aspect = disagreement(sides)
    only_dtype = aspect is Aspect.UNTOLD and all(map(are_dense, sides))
    if only_dtype:
        frame.returned = loosened(frame.returned, alike=may_be_alike(sides))
    what = DISAGREEMENTS[aspect] if aspect else " and the results are not tensors of one dtype"
    message = f"`return` depends on the value of a tensor{what}"
    state.emit(frame, node, Kind.VALUE if only_dtype else Kind.CONTROL, message, aspect=aspect)
