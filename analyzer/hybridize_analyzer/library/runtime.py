"""hybridize_runtime: what batches the calls of cells."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import NONE, Value
from hybridize_analyzer.library import examples
from hybridize_analyzer.library.common import everything, invoke_callbacks

ROOT = "hybridize_runtime"
CELL = "hybridize_runtime.cell"


def call(
    state: State,
    frame: Frame,
    node: ast.AST,
    name: str,
    args: tuple[Value, ...],
    keywords: Bindings,
) -> Value:
    """`cell(f)` computes what `f` does; `batching()` is a scope in which calls are recorded, outside of graphs only."""
    if name == CELL and args:
        return args[0]
    if name == "hybridize_runtime.batching":
        state.emit(frame, node, Kind.RECORDED, "calls of cells are recorded here, which only eager code does")
        return NONE
    if (model := examples.MODELS.get(name)) is not None:
        return model(state, frame, node, args, keywords)
    return invoke_callbacks(state, frame, node, f"`{name}`", everything(args, keywords), {})
