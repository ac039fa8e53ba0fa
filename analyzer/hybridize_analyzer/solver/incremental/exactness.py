"""Whether following an edit gave what an analysis of the new text from nothing would give.

Objects, names and contexts only gain values while edits are followed, and an analysis from nothing meets them in the order
of the program.  So the result is exact where an edit has left all of that alone: every evaluation that was made again has
given the same to shared state, has made the same calls with the same arguments, and has met the same layers as before.
Where the calls of many share a context, an analysis from nothing shows each of them what it gives to those before it, and
one that follows an edit what it gives to all: the result is exact only where the two were the same.
What such an edit changes are results and events, which callers learn of in any case.  Incremental Datalog counts what
supports each fact, to delete it with its last support (Gupta, Mumick and Subrahmanian, Maintaining Views Incrementally,
1993, section 4); here nothing is deleted: the analysis is made anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hybridize_analyzer.domain.state import Context, MadeCall
from hybridize_analyzer.domain.summaries import how_called
from hybridize_analyzer.domain.tracking import Step, Token
from hybridize_analyzer.report import Location

Unit = Context | str
Note = tuple[str, object]
_LAYERS = frozenset(("layer", "layer?", "module"))
"""Steps that go in the order of the program: calls of layers, and modules that an evaluation loads."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one evaluation gave to state that others share.

    writes: to objects, names and classes.  steps: layers and modules that it met, in order.  calls: by context, each without
    the place where it stands.  joined: what its calls of contexts that others share gave it: the stamps of their summaries.
    notes: with the places of each, in order.
    """

    writes: frozenset[Any] = frozenset()
    steps: tuple[Any, ...] = ()
    calls: dict[Context, frozenset[Any]] = field(default_factory=dict)
    joined: frozenset[Any] = frozenset()
    notes: dict[Note, tuple[Location, ...]] = field(default_factory=dict)

    def differs_in(self, other: Share) -> str | None:
        """What tells two shares apart, in a word or two; None for equal ones."""
        if self.writes != other.writes:
            kinds = sorted({write[0] for write in self.writes ^ other.writes})
            return f"writes of {', '.join(kinds)}"
        if self.steps != other.steps:
            return "layers"
        if self.calls != other.calls:
            return "calls"
        if self.joined != other.joined:
            return "results of joined calls"
        return "notes" if self.notes.keys() != other.notes.keys() else None


def share_of(calls: Iterable[MadeCall], steps: Iterable[Step], writes: Iterable[Step]) -> Share:
    """The share of an evaluation that made these calls, steps and writes."""
    made: dict[Context, set[Any]] = {}
    shared = set()
    for call in calls:
        made.setdefault(call.context, set()).add(call.how)
        if call.context.shared:
            shared.add(call.how)
    joined = set()
    notes: dict[Note, list[Location]] = {}
    ordered = []
    for step in steps:
        if step[0] == "note":
            notes.setdefault((step[1], step[2]), []).append(step[3])
        elif step[0] in _LAYERS:
            ordered.append(step)
        elif step[0] == "call" and shared:
            _, function, receiver, arguments, site, _, stamp, *_ = step
            how = how_called(function, receiver, arguments, site)
            if how in shared:
                joined.add((how, stamp))
    return Share(
        frozenset(writes),
        tuple(ordered),
        {context: frozenset(hows) for context, hows in made.items()},
        frozenset(joined),
        {note: tuple(places) for note, places in notes.items()},
    )


def token_of(write: Step) -> Token:
    """What reads the variable, field or attribute that was written; for others what nothing reads."""
    kind, owner, name = write[0], write[1], write[2] if len(write) > 2 else None
    if kind == "name" and isinstance(owner, str):
        owner = (
            owner.removeprefix("global:").removesuffix(f":{name}") if owner.startswith("global:") else owner
        )
    return (owner, name)


@dataclass(slots=True)
class Exactness:
    """before: what evaluations gave before the edit, of those that have been made again.

    read: what the evaluations of the edited text read before.
    lost: why the result cannot be exact, where something else than these shares says so.
    """

    before: dict[Unit, Share] = field(default_factory=dict)
    read: dict[Unit, frozenset[Token]] = field(default_factory=dict)
    lost: str | None = None

    def lose(self, why: str) -> None:
        """The result may differ from that of an analysis from nothing."""
        self.lost = self.lost or why
