"""What fails in a branch on a tensor: eager execution may never take the branch, and a graph traces it all the same."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State


def note(state: State, frame: Frame, node: ast.AST, failure: str) -> None:
    """Notes what fails for the shapes that are known, if it stands in or behind a branch on a tensor."""
    if frame.symbolic or frame.symbolic_return is not None:
        message = f"{failure}, which a graph finds while it traces a branch that is not taken"
        state.emit(frame, node, Kind.CONTROL, message)
