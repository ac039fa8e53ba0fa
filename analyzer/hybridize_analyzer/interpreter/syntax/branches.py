"""Branches: joins, what a test teaches, and which tensor-dependent control flow AutoGraph converts faithfully."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Sequence

from hybridize_analyzer.domain.computed import is_computed
from hybridize_analyzer.domain.contents import KEYS, OF_DATASET, is_dataset
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, Guard, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    FROM_CALLER,
    INT,
    NOTHING,
    OPEN,
    Atom,
    Const,
    External,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
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
from hybridize_analyzer.interpreter.syntax import chosen_numbers, modes
from hybridize_analyzer.interpreter.syntax.chosen_numbers import number_dtype
from hybridize_analyzer.interpreter.syntax.counted import is_only_counted, is_returned
from hybridize_analyzer.interpreter.tracing import alike, first_calls, left_out, lengths
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.order import blocks
from hybridize_analyzer.interpreter.values import special_methods
from hybridize_analyzer.interpreter.values.types import is_instance
from hybridize_analyzer.program.code import bound_below, bound_names, found_once, walk
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
            frame.names = narrow(state, frame, node.test, dict(before), outcome=outcome)
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
        for name in _assigned_names([node]):
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
    decided, assigned = _where_a_tensor_decides(state, frame, test, names), _assigned_names(body)
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
    first_calls.settle(state, frame, node, guard, known)
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


def note_lengths(state: State, frame: Frame, node: ast.AST, what: str, tested: Value) -> None:
    """A test of nothing but lengths: a graph traces both sides, and what does not fit the lengths fails."""
    if any(atom.sized for atom in tensors(tested)) and not (
        _fits_any_length(frame) or _sides_fit_any_length(state, frame, node)
    ):
        message = (
            f"{what} lengths as a tensor, and whether the side that is not taken fits them cannot be seen"
        )
        state.emit(frame, node, Kind.CONTROL, message, aspect=Aspect.UNTOLD)


def _fits_any_length(frame: Frame) -> bool:
    """Whether a function has one tensor only, and does with it nothing that needs an axis, an index or a rank."""
    if frame.function is None or isinstance(frame.function.node, ast.Lambda):
        return False
    parts = [n for s in frame.function.node.body for n in walk(s)]
    if sum(has_tensor(value) for value in frame.names.values()) > 1:
        return False
    if any(isinstance(n, ast.Subscript) or isinstance(getattr(n, "op", None), ast.MatMult) for n in parts):
        return False
    return all(_is_of_any_shape(n) for n in parts if isinstance(n, ast.Call))


def _sides_fit_any_length(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether both sides do nothing but what a tensor of any rank and any lengths allows, and none leaves the function."""
    if isinstance(node, ast.IfExp):
        return all(_fits(state, frame, side) for side in (node.body, node.orelse))
    return isinstance(node, ast.If) and all(_goes_on(state, frame, s) for s in (*node.body, *node.orelse))


def _goes_on(state: State, frame: Frame, statement: ast.stmt) -> bool:
    """Whether a statement sets variables, or does nothing, and what it does fits any lengths."""
    if isinstance(statement, ast.If):
        inner = (*statement.body, *statement.orelse)
        return _fits(state, frame, statement.test) and all(_goes_on(state, frame, s) for s in inner)
    if isinstance(statement, ast.Assign):
        return all(isinstance(t, ast.Name) for t in statement.targets) and _fits(
            state, frame, statement.value
        )
    return isinstance(statement, ast.Pass)


def _fits(state: State, frame: Frame, node: ast.expr) -> bool:
    """Whether an expression can be traced whatever rank and lengths its tensors have; each operation takes one tensor."""
    if isinstance(node, ast.Call):
        return _call_fits(state, frame, node) and all(_fits(state, frame, each) for each in node.args)
    if isinstance(node, (ast.List, ast.Tuple)):
        return len({ast.dump(e) for e in node.elts}) == 1 and _fits(state, frame, node.elts[0])
    if isinstance(node, ast.BinOp):
        numbers = isinstance(node.left, ast.Constant) or isinstance(node.right, ast.Constant)
        return numbers and _fits(state, frame, node.left) and _fits(state, frame, node.right)
    if isinstance(node, ast.UnaryOp):
        return _fits(state, frame, node.operand)
    return isinstance(node, (ast.Name, ast.Attribute, ast.Constant))


def _call_fits(state: State, frame: Frame, node: ast.Call) -> bool:
    """Whether an operation of TensorFlow takes a tensor of any rank, with the other arguments that it is given here."""
    called = evaluate(state, frame, node.func)
    names = {a.name.rpartition(".")[2] if isinstance(a, External) else "" for a in called}
    if len(names) != 1 or not all(
        isinstance(a, External) and a.name.startswith("tensorflow.") for a in called
    ):
        return False
    (name,) = names
    others = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
    if name == "cast":
        return len(others) == 1
    axes = _AXES_OF_ANY.get(name)
    if axes is not None:
        stated = [keyword.value for keyword in node.keywords if keyword.arg == "axis"] + node.args[1:2]
        return len(others) == len(stated) == 1 and ast.unparse(stated[0]) in axes
    return name in _OF_ANY_SHAPE | {"squeeze", "stack", "round"} and len(node.args) == 1 and not others


_AXES_OF_ANY = {"argmax": ("-1", "0"), "argmin": ("-1", "0"), "expand_dims": ("-1", "0")}
"""Operations that take an axis, with those that tensors of any rank have."""


def _is_of_any_shape(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return name in _OF_ANY_SHAPE and len(call.args) == 1 and not call.keywords


_OF_ANY_SHAPE = frozenset(
    """size rank shape reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_std reduce_variance sqrt square abs
    exp log sign negative zeros_like ones_like identity stop_gradient relu sigmoid tanh softplus""".split()
)


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
    if any(isinstance(a, Iterator) and a.source == f"enumerate{OF_DATASET}" for a in iterable):
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


def _assigned_names(body: Sequence[ast.stmt]) -> set[str]:
    return set().union(*map(bound_below, body))


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
    for name in sorted(_assigned_names(node.body) | _assigned_names(node.orelse)):
        if not live.is_read_after(node, name):
            continue
        sides = _of_entries(state, [names.get(name, NOTHING) for names in alive])
        if not _is_chosen(sides):
            if (made := chosen_numbers.note(state, frame, node, name, sides)) is not None:
                chosen[name] = one(made)
                continue
            aspect = _disagreement(sides)
            only_dtype = aspect is Aspect.UNTOLD and all(map(_are_dense, sides))
            kind = Kind.VALUE if only_dtype else Kind.CONTROL
            message = f"`{name}` is set in a branch on a tensor{_DISAGREEMENTS[aspect]}"
            state.emit(frame, node, kind, message, aspect=aspect)
    return chosen


_DISAGREEMENTS = {
    Aspect.NUMBER: ", and of the Python number on one side a graph makes a tensor",
    Aspect.UNTOLD: ", and whether it is the same kind of tensor on both sides cannot be seen",
    None: " and is not the same kind of tensor on both sides",
}


def _disagreement(sides: Sequence[Value]) -> Aspect | None:
    """What is wrong with the values of both sides: that they differ (None), or that nobody knows."""
    if _number_beside_tensor(sides):
        return Aspect.NUMBER
    parts = _parts_of_tuples(sides)
    if parts is not None:
        open_ = [each for each in parts if not _is_chosen(each)]
        return Aspect.UNTOLD if all(_disagreement(each) is Aspect.UNTOLD for each in open_) else None
    kinds = ("tensor", "variable")
    dense = all(
        isinstance(a, Opaque) or (isinstance(a, Tensor) and a.kind in kinds) for side in sides for a in side
    )
    if dense and all(sides) and len({a.dtype for v in sides for a in tensors(v)} - {None}) < 2:
        return Aspect.UNTOLD
    return None


def _number_beside_tensor(sides: Sequence[Value]) -> bool:
    """Whether some sides are Python numbers that become tensors of the dtype that the others have."""
    numbers = {dtype for dtype in map(number_dtype, sides) if dtype is not None}
    others = [value for value in sides if number_dtype(value) is None]
    return (
        bool(numbers and others)
        and _same_tensor(others)
        and numbers == {t.dtype for v in others for t in tensors(v)}
    )


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
    for name in sorted(_assigned_names(node.body) - targets):
        if not live.is_read_from(node, name):
            continue  # of one turn alone
        if name not in before:
            made = not of_elements and _is_made_for_loop(state, node, name, after.get(name, NOTHING))
            needed = live.is_read_after(node, name) or live.is_read_from(node.body[0], name)
            if needed and not made:
                state.emit(frame, node, Kind.CONTROL, f"`{name}` is first set inside a loop over a tensor")
            continue
        first, last = _of_entries(state, [before[name], after.get(name, NOTHING)])
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
    return _sets_in_every_turn(node.body, name) and _is_dense_throughout(_of_entries(state, [value]))


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
    parts = _parts_of_tuples(sides)
    if parts is not None:
        return all(map(_is_dense_throughout, parts))
    return all(sides) and all(_is_dense(atom) for value in sides for atom in value)


def _is_written_only(body: Sequence[ast.stmt], name: str, value: Value) -> bool:
    """Whether a loop does nothing else with a `TensorArray` than to write to it, so that its dtype stays, whatever it is."""
    if not all(isinstance(atom, Tensor) and atom.kind == "array" for atom in value):
        return False
    values = _values_in_loop(body, name)
    calls = [value.func for value in values if isinstance(value, ast.Call)]
    written = [f for f in calls if isinstance(f, ast.Attribute) and f.attr in ("write", "scatter", "unstack")]
    of_itself = [f for f in written if ast.unparse(f.value) == name]
    return bool(values) and len(of_itself) == len(values)


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
            elif not _is_dense(atom):
                return False
        value = inside
    return not value


_LEVELS = 4
"""So many levels of containers are looked into."""


def _target_names(node: ast.For | ast.AsyncFor | ast.While) -> set[str]:
    if isinstance(node, ast.While):
        return set()
    return {n.id for n in walk(node.target) if isinstance(n, ast.Name)}


def _is_chosen(sides: Sequence[Value]) -> bool:
    """Whether a graph can choose between values: tensors of one kind, or tuples of one length of these."""
    parts = _parts_of_tuples(sides)
    return _same_tensor(sides) if parts is None else all(map(_is_chosen, parts))


def _parts_of_tuples(sides: Sequence[Value]) -> list[Sequence[Value]] | None:
    """What stands in the same places of tuples of one length; None where the values are no such tuples."""
    atoms = [a for value in sides for a in value]
    tuples = [a.elements for a in atoms if isinstance(a, Tuple)]
    alike = len(tuples) == len(atoms) and len({len(each) for each in tuples}) == 1
    return list(zip(*tuples, strict=True)) if alike and all(sides) else None


def _of_entries(state: State, sides: Sequence[Value]) -> Sequence[Value]:
    """The values with tuples of their entries for dicts, if these all have the same known keys and nothing else holds them.

    A graph chooses between such dicts, and carries them through loops, entry by entry.
    """
    dicts = {a: None for value in sides for a in value}
    fields = [_entries(state, atom) for atom in dicts]
    if not fields or None in fields or len({tuple(each) for each in fields if each is not None}) != 1:
        return sides
    tuples = {
        a: Tuple(tuple(each.values())) for a, each in zip(dicts, fields, strict=True) if each is not None
    }
    return [frozenset(tuples[a] for a in value) for value in sides]


def _entries(state: State, atom: Atom) -> dict[str, Value] | None:
    """The entries of a dict by their fields, in the order of these; None where not all keys are known texts or numbers."""
    if not isinstance(atom, Ref) or state.heap.type_of(atom.key) != "builtins.dict":
        return None
    found = state.heap[atom.key]
    if (
        KEYS not in found.fields
        or "[?]" in found.fields
        or found.changed
        or not state.heap.is_unheld(atom.key)
    ):
        return None
    names = sorted(name for name in found.fields if name.startswith("[") and name not in (ELEMENTS, KEYS))
    return {name: state.heap.read(atom.key, name) for name in names}


def _is_dense(atom: Atom) -> bool:
    return isinstance(atom, Tensor) and atom.kind == "tensor"


def _are_dense(value: Value) -> bool:
    """Whether they are tensors, or tuples of such."""
    return all(_is_dense(a) or (isinstance(a, Tuple) and all(map(_are_dense, a.elements))) for a in value)


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
    return _same_tensor([first, last]) and _same_shape(first, last)


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
    if not first or not last or not all(map(_is_dense, atoms)):
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


def _same_tensor(sides: Sequence[Value]) -> bool:
    found: set[tuple[str, str | None]] = set()
    for value in sides:
        if not value or not all(isinstance(a, Tensor) for a in value):
            return False
        found |= {(a.kind.replace("variable", "tensor"), a.dtype) for a in tensors(value)}
    return len(found) == 1 and all(dtype is not None for _, dtype in found)


def _same_shape(first: Value, last: Value) -> bool:
    if all(a.kind == "array" for a in tensors(first)):
        return True
    shapes = {a.shape for value in (first, last) for a in tensors(value)}
    known = [s for s in shapes if s is not None and all(axis is not None for axis in s)]
    return len(shapes) == 1 and len(known) == 1


def uniform(values: Sequence[Value]) -> bool:
    """Whether all paths that depend on a tensor give tensors of one dtype, or tuples of these of one length."""
    return _is_chosen(values) and all(_has_plain_tensors(atom) for value in values for atom in value)


def _has_plain_tensors(atom: Atom) -> bool:
    if isinstance(atom, Tuple):
        return all(_has_plain_tensors(each) for element in atom.elements for each in element)
    return isinstance(atom, Tensor) and atom.kind in ("tensor", "variable")


def note_returned(state: State, frame: Frame, node: ast.AST) -> None:
    """What a function returns where a `return` depends on the value of a tensor; node: that `return`."""
    sides = [value for value in frame.results.values() if value]
    if uniform(sides):
        frame.returned = loosened(frame.returned, alike=may_be_alike(sides))
        return
    aspect = _disagreement(sides)
    only_dtype = aspect is Aspect.UNTOLD and all(map(_are_dense, sides))
    if only_dtype:
        frame.returned = loosened(frame.returned, alike=may_be_alike(sides))
    what = _DISAGREEMENTS[aspect] if aspect else " and the results are not tensors of one dtype"
    message = f"`return` depends on the value of a tensor{what}"
    state.emit(frame, node, Kind.VALUE if only_dtype else Kind.CONTROL, message, aspect=aspect)
