"""What the expressions of a body hold: the body is evaluated once more for each way in which it is called."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import NOTHING, Value, union
from hybridize_analyzer.program.code import FunctionCode, ModuleCode
from hybridize_analyzer.solver import evaluation

_MOST = 24
"""Ways of being called that are looked at; more of them change what is told little."""


@dataclass(slots=True)
class Observer:
    """Looks at bodies, each at most once, and keeps what every expression in them held over all their calls."""

    state: State
    _seen: dict[ast.AST, Value] = field(default_factory=dict)
    _looked: set[FunctionCode | ModuleCode] = field(default_factory=set)

    def value(self, body: FunctionCode | ModuleCode, node: ast.AST) -> Value:
        """What an expression gives, or a name is bound to, in a body; nothing where no visible run comes there."""
        if body not in self._looked:
            self._looked.add(body)
            self._look(body)
        return self._seen.get(node, NOTHING)

    def _look(self, body: FunctionCode | ModuleCode) -> None:
        self.state.observer = self._note
        self.state.exploring = True
        try:
            if isinstance(body, ModuleCode):
                evaluation.run_module_apart(self.state, body)
            else:
                for context in self.state.contexts_of(body)[:_MOST]:
                    evaluation.evaluate_apart(self.state, body, context)
        finally:
            self.state.observer = None

    def _note(self, node: ast.AST, value: Value) -> None:
        known = self._seen.get(node, NOTHING)
        self._seen[node] = union(known, value) if known else value
