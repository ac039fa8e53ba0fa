"""What fails in a branch on a tensor: eager execution may never take the branch, and a graph traces it all the same."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State


def is_possible(frame: Frame) -> bool:
    """Whether what is evaluated stands in or behind a branch on a tensor, or in a function that TensorFlow runs."""
    return bool(frame.symbolic) or frame.symbolic_return is not None or frame.mapped > 0


def note(state: State, frame: Frame, node: ast.AST, failure: str) -> None:
    """Notes what fails there for the shapes that are known."""
    message = f"{failure}, which a graph finds while it traces a branch that is not taken"
    state.emit(frame, node, Kind.CONTROL, message)
