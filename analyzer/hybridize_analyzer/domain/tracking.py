"""What an evaluation read, so that its result can be used again while nothing of that has changed.

Every piece of mutable state has a token and a stamp that moves with each change.  An evaluation remembers the stamps
of what it read (as in Adapton and in salsa: demanded computation with early cut-off); what it did besides is a list
of steps that a later round repeats in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

Token = object
Step = tuple[Any, ...]
Reads = tuple[tuple[Token, ...], tuple[int, ...]]
"""What an evaluation read, and the stamps that it had; as a dict it would take five times the memory."""


@dataclass(eq=False, slots=True)
class Running:
    """One evaluation under way.

    lowest: position of the outermost running evaluation whose unfinished result was used, its own otherwise.
    questions: asked about who holds what, with their answers; `held` has the stamps of the holders that were looked at.
    needed: its own unfinished result was used, by a recursive call.  inner: what was evaluated with that.
    awaits: it has used an unfinished result that is still empty, and is evaluated again once there is one.
    patient: False where that has been in vain: nothing that can be seen ends the recursion.
    calls: the calls that it made.  writes: what it gave to state that evaluations share.
    repeated: calls of an earlier evaluation that was repeated up to here, with what they gave, the next one last; the same
    calls give the same now.
    led: the calls of its last evaluation, while an edit is followed: equal ones lead to the same contexts again.
    """

    lowest: int
    reads: dict[Token, int] = field(default_factory=dict)
    questions: list[tuple[Step, bool]] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    needed: bool = False
    awaits: bool = False
    patient: bool = True
    inner: list[Any] = field(default_factory=list)
    calls: list[Any] = field(default_factory=list)
    writes: list[Step] = field(default_factory=list)
    repeated: list[Any] = field(default_factory=list)
    led: dict[Any, Any] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Tracker:
    """version: grows with every change, so that a fixpoint can be seen.  reads: those of the innermost evaluation.
    tokens: one object for each token that a finished evaluation has read.

    touched, reheld: what has changed, and what has got another holder, since somebody last emptied them.
    """

    stamps: dict[Token, int] = field(default_factory=dict)
    running: list[Running] = field(default_factory=lambda: [Running(0)])
    reads: dict[Token, int] = field(default_factory=dict)
    tokens: dict[Token, Token] = field(default_factory=dict)
    version: int = 0
    touched: set[Token] = field(default_factory=set)
    reheld: set[str] = field(default_factory=set)
    repeated: list[Any] = field(default_factory=list)

    def read(self, token: Token) -> None:
        if token not in self.reads:
            self.reads[token] = self.stamps.get(token, 0)

    def changed(self, token: Token) -> None:
        self.version += 1
        self.stamps[token] = self.version
        self.touched.add(token)

    def step(self, *step: Any) -> None:
        self.running[-1].steps.append(step)

    def wrote(self, *write: Any) -> None:
        """The innermost evaluation has given something to state that evaluations share, which may have had it before."""
        self.running[-1].writes.append(write)

    def begin(self) -> Running:
        running = Running(len(self.running), patient=self.running[-1].patient)
        self.running.append(running)
        self.reads = running.reads
        return running

    def begin_again(self) -> Running:
        """Begins an evaluation in place of an earlier one that could be repeated in part only."""
        running = self.begin()
        running.repeated, self.repeated = self.repeated, []
        return running

    def end(self) -> Running:
        """Finishes the innermost evaluation; what rests on an unfinished one becomes part of that one."""
        running = self.running.pop()
        outer = self.running[-1]
        self.reads = outer.reads
        if running.lowest < len(self.running):
            outer.lowest = min(outer.lowest, running.lowest)
            outer.awaits = outer.awaits or running.awaits
            self.depend(running)
        return running

    def depend(self, inner: Running) -> None:
        """The innermost evaluation depends on all that another one read."""
        outer = self.running[-1]
        for token, stamp in inner.reads.items():
            outer.reads.setdefault(token, stamp)
        outer.questions += inner.questions
        outer.held.update(inner.held)

    def use_unfinished(self, position: int, *, empty: bool = False) -> None:
        """The innermost evaluation uses the unfinished result of the one at `position`.  empty: it has none yet."""
        innermost = self.running[-1]
        self.running[position].needed = True
        innermost.lowest = min(innermost.lowest, position)
        innermost.awaits = innermost.awaits or (empty and innermost.patient)

    def compact(self, reads: dict[Token, int]) -> Reads:
        """The reads of a finished evaluation, with one object for equal tokens."""
        return tuple(map(self.tokens.setdefault, reads, reads)), tuple(reads.values())

    def unchanged(self, reads: Reads) -> bool:
        tokens, stamps = reads
        return tuple(map(self.stamps.get, tokens, repeat(0))) == stamps
