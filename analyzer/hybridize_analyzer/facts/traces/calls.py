"""The calls of a function with their trace keys."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hybridize_analyzer.domain.classes import library_bases
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import CallSite, Context, State, VisibleCall
from hybridize_analyzer.domain.values import NOTHING, Ref, Value
from hybridize_analyzer.facts.growing import given_to
from hybridize_analyzer.facts.traces.determined import follows
from hybridize_analyzer.facts.traces.keys import UNKNOWN, Part, function_part, keyword_part, part_of
from hybridize_analyzer.facts.traces.origins import origins
from hybridize_analyzer.interpreter.tracing.runs import (
    expression_at,
    happens_once,
    is_called_unseen,
    is_made_each_turn,
    is_made_in,
    is_named_each_turn,
    may_stop,
    sites_of,
)
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location

_MAX_EXPANDED = 512
Key = tuple[tuple[str, Part], ...]


@dataclass(frozen=True, slots=True)
class TracedCall:
    """A call, as often as it happens with one key: `def` (the function object) and the arguments by name.

    once: it happens at most once.  partial: it is one turn of a loop that may not complete.
    """

    key: Key
    site: CallSite
    once: bool
    partial: bool = False

    @property
    def exact(self) -> bool:
        return all(part.exact for _, part in self.key)

    @property
    def owner(self) -> Key:
        """The function object and the receiver: each has graphs of its own."""
        return tuple((name, part) for name, part in self.key if name in ("def", "self"))


def traced_calls(state: State, code: FunctionCode) -> list[TracedCall]:
    """Every visible call; calls in a loop over a known range once per element.

    Asked for twice in a row, as several facts of one function do, it is worked out once.
    """
    asked = (code, state.track.running[-1])
    if state.traced is None or state.traced[0] != asked:
        state.traced = (asked, _traced_calls(state, code))
    return list(state.traced[1])


def _traced_calls(state: State, code: FunctionCode) -> list[TracedCall]:
    found = [
        call
        for context, given, site in sites_of(state, code)
        if not site.assumed
        for call in _expanded(state, _call(state, code, context, given, site))
    ]
    known = list(dict.fromkeys(found))
    if len(known) > 1:  # contexts stand in the order in which they were first met, which reuse may change
        known.sort(key=lambda call: (call.site.where, _natural(repr(call.key))))
    return known


def _natural(text: str) -> str:
    """A key by which texts sort as people count: 2 before 10."""
    return re.sub(r"\d+", lambda number: number[0].rjust(20, "0"), text)


def _call(
    state: State, code: FunctionCode, context: Context, given: VisibleCall, site: CallSite
) -> TracedCall:
    known = origins(state, code, given, site)
    once = happens_once(state, site)
    fixed = not once and has_one_key(state, site)
    key = []
    for name, part in _parts(state, code, context.env, given):
        if part.tag == "object" and part.content is None and _is_new(state, code, name, part, given, site):
            part = Part("fresh", compared=part.compared)
        if name in known or (fixed and follows(state, given.arguments.get(name))):
            part = part.pinned(known.get(name, (site.where, context.name, name)))
        key.append((name, part.pinned((site.where, context.name, name)) if once else part))
    return TracedCall((*key, *_aliases(context, site, tuple(key), known)), site, once)


def _is_new(
    state: State, code: FunctionCode, name: str, part: Part, given: VisibleCall, site: CallSite
) -> bool:
    """Whether every call gets an object of its own."""
    if name == "self" and isinstance(given.receiver, Ref):
        # Objects that compare are the same key while one of them lives.
        return not part.compared and is_made_each_turn(state, given.receiver, site)
    value = given.arguments.get(name)
    return is_made_in(state, value, site) or _is_made_for_turn(state, code, name, value, site)


def _is_made_for_turn(
    state: State, code: FunctionCode, name: str, value: Value | None, site: CallSite
) -> bool:
    """Whether each turn of the loop around a call makes the object that it passes in a variable."""
    call = expression_at(state, site.where, site.caller)
    passed = dict(given_to(call, code)).get(name) if isinstance(call, ast.Call) else None
    return (
        bool(value)
        and passed is not None
        and all(isinstance(a, Ref) and is_named_each_turn(state, a, site, passed) for a in value or ())
    )


def _aliases(context: Context, site: CallSite, key: Key, known: dict[str, object]) -> Key:
    """Which variables of one type are the same one: a part of the key where there are several."""
    types = [variable for _, part in key for variable in _variables(part)]
    if len(types) == len(set(types)):
        return ()
    places = [name for name, part in key if part.tag == "variable"]
    if len(places) == len(types) and all(name in known for name in places):
        order = list(dict.fromkeys(known[name] for name in places))
        return (("alias", Part("literal", tuple(order.index(known[name]) for name in places))),)
    return (("alias", UNKNOWN if site.loop else UNKNOWN.pinned((site.where, context.name))),)


def _variables(part: Part) -> Iterator[object]:
    if part.tag == "variable":
        yield part.content
    for inner in part.parts:
        yield from _variables(inner)


def _parts(
    state: State, code: FunctionCode, env: str | None, given: VisibleCall
) -> Iterator[tuple[str, Part]]:
    if code.parent is not None:
        yield "def", function_part(state, code, env)
    arguments = dict(given.arguments)
    keywords = code.node.args.kwarg
    if keywords is not None:
        yield "**", keyword_part(state, arguments.pop(keywords.arg, NOTHING))
    if isinstance(given.receiver, Ref):
        first = code.node.args.posonlyargs or code.node.args.args
        if first:
            arguments.pop(first[0].arg, None)
        yield "self", part_of(state, frozenset({given.receiver}))
    for name, value in arguments.items():
        yield name, part_of(state, value or NOTHING)


def _expanded(state: State, call: TracedCall) -> Iterator[TracedCall]:
    """One call per number of a range and per length of a batch."""
    for turn in _numbered(state, call):
        yield from _batched(state, turn)


def _batched(state: State, call: TracedCall) -> Iterator[TracedCall]:
    """Parts of a batch have one length: the first call gets the full batches, the second one the last."""
    lengths = {length for _, part in call.key for length in _batch_lengths(part)}
    if len(lengths) != 1:
        yield call
        return
    for turn in (0, 1):
        key = tuple((name, _batch(part, turn)) for name, part in call.key)
        yield replace(call, key=key, partial=call.partial or (turn == 1 and may_stop(state, call.site)))


def _batch_lengths(part: Part) -> set[object]:
    if part.origin is None and part.tag == "tensor" and part.parts:
        return {tuple((p.spec[1] or (None,))[0] for p in part.parts)}
    return set().union(*map(_batch_lengths, part.parts)) if part.origin is None else set()


def _batch(part: Part, turn: int) -> Part:
    if part.origin is None and part.tag == "tensor" and part.parts:
        return part.parts[turn]
    return replace(part, parts=tuple(_batch(p, turn) for p in part.parts))


def _numbered(state: State, call: TracedCall) -> Iterator[TracedCall]:
    """The numbers of two ranges need not meet in every way."""
    ranges = [(name, part) for name, part in call.key if part.tag == "among" and part.origin is None]
    if len(ranges) != 1:
        yield call
        return
    name, part = ranges[0]
    assert isinstance(part.content, tuple)
    numbers = range(*part.content)
    if len(numbers) > _MAX_EXPANDED:
        yield call
        return
    partial = may_stop(state, call.site)
    for number in numbers:
        key = tuple((n, Part("literal", number) if n == name else p) for n, p in call.key)
        yield replace(call, key=key, partial=partial)


MAX_SITES = 400


Reason = tuple[str, Location | None]


def greatest(state: State, code: FunctionCode) -> int | None:
    """The greatest number of trace keys that the calls bring, None where it is not known."""
    if obstacle(state, code) is not None:
        return None
    calls = traced_calls(state, code)
    return len({call.key for call in calls}) if all(call.exact for call in calls) else None


def obstacle(state: State, code: FunctionCode) -> Reason | None:
    sites = [site for _, _, site in sites_of(state, code)]
    if not any(not site.assumed for site in sites):
        return "no call of it is visible", None
    if len(sites) > MAX_SITES or any(c.crowded for c in state.contexts_of(code)):
        return "it is called in very many ways", None
    escaped = state.noted("escaped", code)
    if escaped is not None:
        return "code that cannot be seen calls it", escaped
    if code.is_generator:
        return "it is a generator", None
    if any(site.library for site in sites) and code.cls is not None:
        return "a library decides how often it is called, and with which shapes", None
    if code.name == "__init__" and code.cls is not None and library_bases(state, code.cls):
        return "a library may make objects of its class", None
    return None


_HAZARDS = frozenset(
    {
        Kind.EAGER_ONLY,
        Kind.PYTHON_VALUE,
        Kind.CONTROL,
        Kind.AMBIENT,
        Kind.UNKNOWN,
        Kind.UNSEEN,
        Kind.VALUE,
        Kind.ADVANCE,
        Kind.READ,
        Kind.NUMPY,
    }
)


def has_one_key(state: State, site: CallSite) -> bool:
    """Whether what the call hands over depends on the key of the caller only, and the caller has one."""
    caller = site.caller
    if caller is None or site.loop or site.library or site.mapped or site.assumed:
        return False
    if is_called_unseen(state, caller) or caller.is_generator:
        return False
    return not _hazards(state, caller) and _greatest(state, caller) == 1


def _hazards(state: State, code: FunctionCode) -> bool:
    return any(event.kind in _HAZARDS for c in state.contexts_of(code) for event in c.summary.events.values())


def _greatest(state: State, code: FunctionCode) -> int | None:
    """The greatest number of keys of a function; None while it is being asked for."""
    if code not in state.traces:
        state.traces[code] = None
        state.traces[code] = greatest(state, code)
    return state.traces[code]
