"""Weights that only one branch on a tensor uses.

Eager execution records the branch that is taken: a gradient with respect to what the other one uses is None.  A graph
records both, and the gradient is zero, which an optimizer with momentum or weight decay takes for a gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State


@contextmanager
def branches(state: State, frame: Frame, node: ast.AST, *, symbolic: bool) -> Iterator[None]:
    """Notes that the branches evaluated inside compute with weights, if it is a tensor that chooses among them."""
    before, frame.weighted = frame.weighted, False
    yield
    if symbolic and frame.weighted:
        state.emit(frame, node, Kind.LEFT_OUT, "a tensor decides which weights are used")
    frame.weighted = frame.weighted or before
