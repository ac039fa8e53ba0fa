"""What values, library models and the state need of the layers above them.

The layers import downwards only.  What a value does when it is called may nevertheless lead to a function of the project,
which the solver evaluates, or to a model of a library.  So the state of an analysis holds an `Evaluator`: the tables and
the two upper layers that `interpreter/dispatch.py` asks.  `solver/evaluator.py` puts it together.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from hybridize_analyzer.domain.frames import Frame
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.summaries import Bindings, CallSite
from hybridize_analyzer.domain.values import Atom, Function, Ref, Value

if TYPE_CHECKING:
    from hybridize_analyzer.domain.calls import Call
    from hybridize_analyzer.domain.state import State

Arguments = tuple[Value, ...]


class Library(Protocol):
    """The models of installed libraries, by the canonical names of what they export."""

    def run(self, call: Call, name: str) -> Value:
        """Calls the external function or class `name`."""

    def call_method(self, call: Call, name: str, receiver: Atom) -> Value:
        """Calls the method `name` (with its type in front) of a value that is no object of a project class."""

    def call_object(self, call: Call, ref: Ref) -> Value:
        """Calls an instance of a library class, or of a project class that inherits `__call__` from one."""

    def initialise(self, call: Call, ref: Ref) -> None:
        """Runs the `__init__` of a library class."""

    def super_method(self, call: Call, ref: Ref, name: str) -> Value:
        """Calls `super().name` where no class of the project defines it."""

    def instance_attribute(
        self, state: State, frame: Frame, node: ast.AST, ref: Ref, base: str, name: str
    ) -> Value:
        """Reads an attribute that the library class `base` gives its instances."""

    def inherited_attribute(
        self, state: State, frame: Frame, node: ast.AST, ref: Ref, base: str, name: str
    ) -> Value | None:
        """Reads the same of an instance of a project class; None for a name that `base` does not have."""

    def known_attribute(
        self, state: State, frame: Frame, node: ast.AST, ref: Ref, base: str, name: str
    ) -> Value | None:
        """Reads an attribute that a model describes; None for all others."""

    def run_by_unseen(self, call: Call, name: str) -> Value | None:
        """Calls the method `name` of an object that cannot be seen, where that shows what it does; else None."""


class Solver(Protocol):
    """What evaluates the bodies of functions and modules, or uses an earlier evaluation."""

    def call(
        self,
        state: State,
        function: Function,
        receiver: Atom | None,
        arguments: Bindings,
        frame: Frame,
        site: CallSite,
    ) -> Value:
        """Calls a function of the project; `frame` is the activation that calls it."""

    def run_module(self, state: State, path: str) -> None:
        """Runs the top level of a module, once per round."""


@dataclass(frozen=True, slots=True)
class Evaluator:
    """How each form of syntax and each kind of value is evaluated.

    expressions: by the class of the syntax node.  kinds: by the class of the atom.
    """

    expressions: Mapping[type[ast.AST], Callable[[State, Frame, Any], Value]]
    kinds: Mapping[type[Any], KindOfValue[Any]]
    library: Library
    solver: Solver
