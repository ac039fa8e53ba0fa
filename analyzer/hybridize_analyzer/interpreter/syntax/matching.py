"""`match`: which cases a value may reach, and what their patterns bind."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from hybridize_analyzer.domain.contents import KEYS, item_field, items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Array,
    Atom,
    Const,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Tuple,
    Value,
    const,
    has_tensor,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of, evaluate, read_attribute
from hybridize_analyzer.interpreter.syntax import branches
from hybridize_analyzer.interpreter.syntax.names import bind
from hybridize_analyzer.interpreter.tracing import alike, function_objects, lengths
from hybridize_analyzer.interpreter.values import operators
from hybridize_analyzer.interpreter.values.allocation import new_dict, new_list
from hybridize_analyzer.interpreter.values.types import (
    ARRAY_TESTED,
    any_of,
    is_instance,
    is_otherwise,
    notes_array,
    plain_tensors,
)

RunBody = Callable[[State, Frame, Sequence[ast.stmt]], bool]


def run_match(state: State, frame: Frame, node: ast.Match, run_body: RunBody) -> bool:
    """A `match` statement; whether control can reach what follows it."""
    subject = evaluate(state, frame, node.subject)
    lengths.note_open(state, frame, node.subject, subject)
    before = dict(frame.names)
    ends: list[Bindings] = []
    for case in node.cases:
        frame.names = dict(before)
        matches = _matches(state, frame, case.pattern, subject)
        if matches is not False and case.guard is not None:
            guard = evaluate(state, frame, case.guard)
            if has_tensor(guard):
                state.emit(frame, case.guard, Kind.CONTROL, "`case` tests the value of a tensor")
            matches = _both([matches, truth(guard)])
        if matches is False:
            continue
        tests = [node.subject, *([case.guard] if case.guard is not None else [])]
        varies = matches is None and not all(alike.stays(frame, test) for test in tests)
        frame.conditional += matches is None
        frame.branches += matches is None
        frame.late += varies
        if run_body(state, frame, case.body):
            ends.append(frame.names)
        frame.conditional -= matches is None
        frame.branches -= matches is None
        frame.late -= varies
        if varies:
            branches.note_leaving(frame, case.body)
        if matches:
            break
    else:
        ends.append(before)
    frame.names = branches.join_names(*ends) if ends else before
    return bool(ends)


def _both(answers: Sequence[bool | None]) -> bool | None:
    return False if False in answers else None if None in answers else True


def _matches(state: State, frame: Frame, pattern: ast.pattern, value: Value) -> bool | None:
    """Whether a pattern matches; binds its names."""
    if isinstance(pattern, ast.MatchValue):
        return _equals(state, frame, pattern, value, evaluate(state, frame, pattern.value))
    if isinstance(pattern, ast.MatchSingleton):
        other = const(pattern.value)
        same = any_of([a in other for a in value]) if not _unseen(value) else None
        return same if len(value) == 1 else None
    if isinstance(pattern, ast.MatchAs):
        inner = True if pattern.pattern is None else _matches(state, frame, pattern.pattern, value)
        if pattern.name is not None:
            bind(state, frame, pattern.name, value, pattern)
        return inner
    if isinstance(pattern, ast.MatchOr):
        return any_of([_matches(state, frame, p, value) for p in pattern.patterns])
    if isinstance(pattern, ast.MatchSequence):
        return _sequence(state, frame, pattern, value)
    if isinstance(pattern, ast.MatchMapping):
        return _mapping(state, frame, pattern, value)
    if isinstance(pattern, ast.MatchClass):
        return _instance(state, frame, pattern, value)
    return None


def _unseen(value: Value) -> bool:
    return any(isinstance(a, Opaque) for a in value)


def _equals(state: State, frame: Frame, node: ast.pattern, value: Value, other: Value) -> bool | None:
    result = operators.compare(state, frame, node, ast.Eq(), value, other)
    if has_tensor(result):
        state.emit(frame, node, Kind.CONTROL, "`case` tests the value of a tensor")
        return None
    return truth(result)


def _sequence(state: State, frame: Frame, pattern: ast.MatchSequence, value: Value) -> bool | None:
    sequences = frozenset(a for a in value if _may_be_sequence(state, a))
    items = items_of(state, sequences)
    star = next((i for i, p in enumerate(pattern.patterns) if isinstance(p, ast.MatchStar)), None)
    wanted = len(pattern.patterns) - (star is not None)
    answers: list[bool | None] = [None if sequences != value or _unseen(value) else True]
    if not sequences or (
        items is not None and (len(items) < wanted or (star is None and len(items) > wanted))
    ):
        return False
    if items is None:
        answers.append(None)
        element = elements_of(state, frame, sequences, pattern)
        items = (element,) * wanted
        rest, exact = element, None
    else:
        end = len(items) - (wanted - (star or 0))
        middle = items[star:end] if star is not None else ()
        rest, exact = union(NOTHING, *middle), middle
        items = items if star is None else (*items[:star], *items[end:])
    plain = [p for p in pattern.patterns if not isinstance(p, ast.MatchStar)]
    answers += [_matches(state, frame, p, i) for p, i in zip(plain, items, strict=False)]
    for part in pattern.patterns:
        if isinstance(part, ast.MatchStar) and part.name is not None:
            bind(state, frame, part.name, new_list(state, frame, part, rest, exact=exact), part)
    return _both(answers)


def _may_be_sequence(state: State, atom: Atom) -> bool:
    if isinstance(atom, Ref):
        cls = state.heap.type_of(atom.key)
        return not isinstance(cls, str) or cls not in ("builtins.dict", "builtins.set")
    if isinstance(atom, Iterator):
        return atom.source in ("tuple", "list", "range", "slice")
    return isinstance(atom, (Tuple, Opaque))


def _mapping(state: State, frame: Frame, pattern: ast.MatchMapping, value: Value) -> bool | None:
    answer: bool | None = None
    possible = [a for a in value if isinstance(a, (Ref, Opaque))]
    if not possible:
        answer = False
    for key, part in zip(pattern.keys, pattern.patterns, strict=False):
        field = item_field(evaluate(state, frame, key))
        entries = [_entry(state, atom, field) for atom in possible]
        if _matches(state, frame, part, union(NOTHING, *entries) or UNKNOWN) is False:
            answer = False
    if pattern.rest is not None:
        bind(state, frame, pattern.rest, new_dict(state, frame, pattern, [(UNKNOWN, UNKNOWN)]), pattern)
    return answer


def _entry(state: State, atom: Atom, field: str | None) -> Value:
    if not isinstance(atom, Ref):
        return UNKNOWN
    fields = state.heap[atom.key].fields
    if KEYS not in fields:
        return UNKNOWN
    return union(fields.get(field or "[?]", NOTHING), fields.get("[?]", NOTHING))


def _instance(state: State, frame: Frame, pattern: ast.MatchClass, value: Value) -> bool | None:
    kinds = evaluate(state, frame, pattern.cls)
    function_objects.note_pattern(state, value, kinds, frame.module.location(pattern))
    if notes_array(value, kinds):
        state.emit(frame, pattern, Kind.VALUE, ARRAY_TESTED)
    answers: list[bool | None] = [is_instance(state, value, kinds)]
    if answers[0] is False:
        return False
    possible = frozenset(a for a in value if is_instance(state, one(a), kinds) is not False)
    simple = all(isinstance(a, (Const, Scalar, Array)) for a in possible)
    named = list(zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=False))
    if pattern.patterns and not simple:
        names = read_attribute(state, frame, pattern.cls, kinds, "__match_args__")
        texts = [_text(n) for n in items_of(state, names) or ()]
        named += list(zip(texts, pattern.patterns, strict=False))
    elif pattern.patterns:
        answers.append(_matches(state, frame, pattern.patterns[0], possible))
    for name, part in named:
        if is_otherwise(plain_tensors(possible), (const(name),)):
            message = f"whether a tensor has `{name}` is another inside a graph"
            state.emit(frame, pattern, Kind.EAGER_ONLY, message)
        read = read_attribute(state, frame, pattern.cls, possible, name) if name else UNKNOWN
        answers.append(_matches(state, frame, part, read))
    return _both(answers)


def _text(value: Value) -> str:
    (atom,) = value if len(value) == 1 else (None,)
    return atom.value if isinstance(atom, Const) and isinstance(atom.value, str) else ""
