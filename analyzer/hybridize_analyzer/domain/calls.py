"""One call while it is evaluated: what models of libraries, and values that are called, get."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.frames import Frame
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.summaries import Bindings
from hybridize_analyzer.domain.values import Value
from hybridize_analyzer.report import Location

Arguments = tuple[Value, ...]


@dataclass(eq=False, slots=True)
class Call:
    """One call.

    state: of the analysis.
    frame: the activation that makes the call.
    node: its syntax.
    args, keywords: what it is given; under `*` and `**` stands what was unpacked and is not known one by one.
    traced: whether the call runs inside a graph.
    """

    state: State
    frame: Frame
    node: ast.AST
    args: Arguments
    keywords: Bindings
    traced: bool = False

    @property
    def where(self) -> Location:
        """The place of the call."""
        return self.frame.module.location(self.node)

    @property
    def values(self) -> Arguments:
        """Everything that the call is given, whatever the name."""
        return (*self.args, *self.keywords.values())

    def argument(self, index: int, name: str) -> Value | None:
        """The argument with this position or name; None where it is left out."""
        if name in self.keywords:
            return self.keywords[name]
        return self.args[index] if index < len(self.args) else None

    def given(self, args: Arguments, keywords: Bindings) -> Call:
        """A call at the same place with other arguments."""
        return Call(self.state, self.frame, self.node, args, keywords, self.traced)

    def emit(
        self,
        kind: Kind,
        message: str,
        *,
        target: str | None = None,
        field: str | None = None,
        aspect: Aspect | None = None,
        member: str = "",
    ) -> None:
        """Records something that the call does (`State.emit`)."""
        self.state.emit(
            self.frame, self.node, kind, message, target=target, field=field, aspect=aspect, member=member
        )
