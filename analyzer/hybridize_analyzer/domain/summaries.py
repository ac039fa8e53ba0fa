"""Calls and what comes of them: contexts, call sites, summaries, and evaluations kept to be used again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.tracking import Reads, Step
from hybridize_analyzer.domain.values import NOTHING, Atom, Function, Ref, Value
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location

Bindings = dict[str, Value]
_ANYWHERE = Location("", 0, 0, 0, 0)


@dataclass(slots=True)
class Summary:
    """The effect of one call: what it returns, does and makes.

    allocated: keys of objects and activations made during the call.  ops, work: operations and elementary arithmetic, as
    `costs` counts them.  weighted: as in `Frame`.  stamp: equal stamps mean equal summaries of one context.
    """

    returned: Value = NOTHING
    events: dict[tuple[object, ...], Event] = field(default_factory=dict)
    allocated: frozenset[str] = frozenset()
    ops: int = 0
    work: int = 0
    weighted: bool = False
    done: bool = False
    stamp: int = 0

    def copy(self) -> Summary:
        cost = (self.ops, self.work, self.weighted)
        return Summary(self.returned, self.events, self.allocated, *cost, self.done, self.stamp)

    def take_over(self, same: Summary) -> None:
        """Replaces the parts of this summary by those of an equal one, so that memory holds them once."""
        self.returned, self.events, self.allocated = same.returned, same.events, same.allocated
        self.stamp = same.stamp

    def same_as(self, other: Summary) -> bool:
        """Whether callers can tell them apart."""
        return (
            self.returned == other.returned
            and self.ops == other.ops
            and self.work == other.work
            and self.weighted == other.weighted
            and self.allocated == other.allocated
            and self.events == other.events
        )


@dataclass(eq=False, slots=True, repr=False)
class Context:
    """One way in which a function is called: its arguments, and from where.

    name: tells it from the other contexts of the function.  running: position of its evaluation while that is under way.
    shared: by calls with different arguments, which `calls` keeps apart unless they are too many (`crowded`).
    entry: the function, the first call and whether it was traced, with which it is evaluated.  memo: of its last evaluation.
    """

    arguments: Bindings
    receiver: Atom | None
    summary: Summary
    env: str | None = None
    sites: set[CallSite] = field(default_factory=set)
    growth: int = 0
    name: str = ""
    running: int | None = None
    shared: bool = False
    crowded: bool = False
    calls: dict[object, VisibleCall] = field(default_factory=dict)
    entry: tuple[Function, CallSite, bool] | None = None
    memo: Memo | None = None


@dataclass(frozen=True, slots=True)
class VisibleCall:
    """What one call passes, and where such calls stand."""

    arguments: Bindings
    receiver: Atom | None
    sites: set[CallSite]


def calls_of(context: Context) -> list[VisibleCall]:
    """The calls of a context one by one; a `crowded` context has more than are kept."""
    if context.shared:
        return list(context.calls.values())
    return [VisibleCall(context.arguments, context.receiver, context.sites)]


def receivers(contexts: Iterable[Context]) -> set[str]:
    """The keys of the objects of which calls run a method."""
    called = (call.receiver for context in contexts for call in calls_of(context))
    return {receiver.key for receiver in called if isinstance(receiver, Ref)}


@dataclass(slots=True, eq=False, repr=False)
class MadeCall:
    """One call that an evaluation made, and the context that it led to.

    stamp: of the summary that it was given, which is an earlier one than that of the context where later calls share it.
    """

    context: Context
    function: Function
    receiver: Atom | None
    arguments: Bindings
    site: CallSite
    stamp: int = 0

    @property
    def how(self) -> tuple[Any, ...]:
        """What is called, and how, wherever the call stands."""
        return how_called(self.function, self.receiver, self.arguments, self.site)


def how_called(
    function: Function, receiver: Atom | None, arguments: Bindings, site: CallSite
) -> tuple[Any, ...]:
    """A call without the place where it stands, which moves with edits."""
    return (function, receiver, *arguments.items(), replace(site, where=_ANYWHERE))


@dataclass(frozen=True, slots=True)
class CallSite:
    """caller: the calling function, None for module level.  loop: inside a loop.  parts: all loops around it go through
    the parts of something, such as the layers of a network.  traced: inside a graph.

    conditional: may be left out, here or in a caller.  branch: only in one branch of the caller.  library: code of
    a library makes the call.  caught: names of the exceptions that the caller handles there.
    a library makes the call.  fresh: the first use of an object that has just been made.  dropped: nothing uses the result.
    survived: an exception of it does not end the program at once, without a handler around it: `finally`, coroutines.
    chosen: on, or with, one of several objects, which may be another one in the next trace.
    first: the attribute that says that the object has not been set up yet, where only that leads to the call, which is one
    on this object: `built` of `if not self.built: self.build(x.shape)`.
    """

    where: Location
    caller: FunctionCode | None
    loop: bool = False
    parts: bool = False
    traced: bool = False
    guarded: bool = False
    mapped: bool = False
    conditional: bool = False
    assumed: bool = False
    branch: bool = False
    library: bool = False
    caught: str = ""
    fresh: bool = False
    dropped: bool = False
    chosen: bool = False
    survived: bool = False
    first: str = ""

    @property
    def caught_errors(self) -> list[str]:
        """TensorFlow's exceptions that the caller handles there, if it handles no others."""
        names = self.caught.split(", ") if self.caught else []
        return names if all(name.startswith("tensorflow.errors.") for name in names) else []


@dataclass(eq=False, slots=True)
class Memo:
    """One evaluation, to be used again: what it read, what it did, and how it ended (None for a module).

    calls: those that it made when it was last evaluated or repeated.  writes: what it gave to state that evaluations share,
    in order.  version: of all state, when it last held.
    """

    reads: Reads
    questions: list[tuple[Step, bool]]
    held: dict[str, int]
    steps: list[Step]
    summary: Summary | None
    reusable: bool
    calls: list[MadeCall]
    writes: tuple[Step, ...] = ()
    version: int = -1
