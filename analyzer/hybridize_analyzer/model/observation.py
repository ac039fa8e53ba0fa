"""What the expressions of a body hold: the body is evaluated once more for each way in which it is called."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import NOTHING, Ref, Value, union
from hybridize_analyzer.model import places
from hybridize_analyzer.model.places import Body, Index
from hybridize_analyzer.program.code import FunctionCode, ModuleCode, parameter_names
from hybridize_analyzer.report import Location
from hybridize_analyzer.solver import evaluation


@dataclass(slots=True)
class Observer:
    """Looks at bodies, each at most once, and keeps what every expression in them held over all their calls."""

    state: State
    _seen: dict[ast.AST, Value] = field(default_factory=dict)
    _looked: set[Body] = field(default_factory=set)
    _indices: dict[ModuleCode, Index] = field(default_factory=dict)

    def value(self, body: Body, node: ast.AST) -> Value:
        """What an expression gives, or a name is bound to, in a body; nothing where no visible run comes there."""
        if body not in self._looked:
            self._looked.add(body)
            self._look(body)
        return self._seen.get(node, NOTHING)

    def argument(self, code: FunctionCode, name: str) -> Value:
        """What reaches a parameter."""
        contexts = self.state.contexts_of(code)
        return union(NOTHING, *(context.arguments.get(name, NOTHING) for context in contexts))

    def named(self, code: FunctionCode, name: str) -> Value:
        """What a name holds in a function, over all that binds it; of one from around it, what is read there."""
        bound = [node for node, _ in places.bindings_of(code, name)]
        given = name in parameter_names(code.node.args)
        found = [self.argument(code, name)] if given else []
        if not bound and not given:
            bound = list(places.reads_of(code, name))
        return union(NOTHING, *found, *(self.value(code, node) for node in bound))

    def attribute(self, code: FunctionCode, owner: str, name: str) -> Value:
        """What `OWNER.NAME` gives in a function, over all reads; where no run comes to one, what the objects have."""
        reads = (self.value(code, node) for node in places.reads_of(code, owner, name))
        objects = (atom.key for atom in self.named(code, owner) if isinstance(atom, Ref))
        return union(NOTHING, *reads) or union(NOTHING, *(self.state.heap.read(key, name) for key in objects))

    def expression_spanning(self, where: Location) -> ast.expr | None:
        """The expression that stands at exactly a place."""
        module = self.state.modules.get(where.path)
        return None if module is None else self._index(module).spans.get(where)

    def body_of(self, module: ModuleCode, node: ast.AST) -> Body:
        """The innermost function or lambda whose calls evaluate a node, or the module."""
        return self._index(module).bodies.get(node, module)

    def _index(self, module: ModuleCode) -> Index:
        if module not in self._indices:
            self._indices[module] = places.index_of(module)
        return self._indices[module]

    def _look(self, body: Body) -> None:
        self.state.observer = self._note
        self.state.exploring = True
        try:
            if isinstance(body, ModuleCode):
                evaluation.run_module_apart(self.state, body)
            else:
                for context in self.state.contexts_of(body):
                    evaluation.evaluate_apart(self.state, body, context)
        finally:
            self.state.observer = None

    def _note(self, node: ast.AST, value: Value) -> None:
        known = self._seen.get(node, NOTHING)
        self._seen[node] = union(known, value) if known else value
