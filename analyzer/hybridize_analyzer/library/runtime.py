"""hybridize_runtime: what batches the calls of cells."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import NONE, Value
from hybridize_analyzer.library import examples
from hybridize_analyzer.library.common import invoke_callbacks

ROOT = "hybridize_runtime"
CELL = "hybridize_runtime.cell"


def run(call: Call, name: str) -> Value:
    """`cell(f)` computes what `f` does; `batching()` is a scope in which calls are recorded, outside of graphs only."""
    if name == CELL and call.args:
        return call.args[0]
    if name == "hybridize_runtime.batching":
        call.emit(Kind.RECORDED, "calls of cells are recorded here, which only eager code does")
        return NONE
    if (model := examples.MODELS.get(name)) is not None:
        return model(call)
    return invoke_callbacks(call.given(call.values, {}), f"`{name}`")
