"""Which Keras layers have been called so far, in the order of the program: the first call makes their variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hybridize_analyzer.domain.summaries import Context


@dataclass(slots=True)
class Layers:
    """called: when each layer was first called, by a clock that counts such calls.

    first: the layers whose first call each context is, or leads to.  following: edits are being followed, so that the
    order of evaluations is not that of the program any more: what was first stays first, and what is new is taken for first.
    """

    called: dict[str, int] = field(default_factory=dict)
    clock: int = 0
    first: dict[Context, list[str]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    following: bool = False

    def call(self, key: str, contexts: Sequence[Context]) -> None:
        """contexts: those that are being evaluated, the innermost last."""
        if key in self.called or (self.following and key not in self.hidden):
            return
        self.called[key] = self.clock
        self.clock += 1
        if not self.following:
            for context in contexts:
                self.first.setdefault(context, []).append(key)

    def since(self, clock: int) -> tuple[str, ...]:
        """The layers that have been called first from a time on."""
        if clock == self.clock:
            return ()
        return tuple(key for key, when in self.called.items() if when >= clock)

    def back_to(self, clock: int) -> None:
        """Undoes the calls from a time on."""
        for key in self.since(clock):
            del self.called[key]
        self.clock = clock

    def forget(self) -> None:
        self.called.clear()
        self.first.clear()
        self.clock = 0

    def before(self, context: Context) -> dict[str, int]:
        """Puts away the layers that no call before that of `context` has called; `after` brings them back."""
        if not self.following:
            return {}
        if context.memo is None:  # a call that the first analysis did not see may be the first of any layer
            self.first[context] = list(self.called)
        keys = self.first.get(context, [])
        away = {key: self.called.pop(key) for key in keys if key in self.called}
        self.hidden |= away.keys()
        return away

    def after(self, away: dict[str, int]) -> None:
        self.hidden -= away.keys()
        self.called.update(away)
