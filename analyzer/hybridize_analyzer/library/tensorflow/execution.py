"""`tf.config.run_functions_eagerly`, after which every `tf.function` of a program is plain Python."""

from __future__ import annotations

from collections.abc import Callable

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import NONE, Value, const

ALWAYS = "runs functions eagerly"
IMPORTED = "runs functions eagerly once it is imported"
SOMETIMES = "runs functions eagerly now and then"
"""Tables of notes, by the path of the file that says so."""


def _run_functions_eagerly(call: Call) -> Value:
    """Noted as certain where nothing decides about the call but that the function around it is called."""
    call.emit(Kind.AMBIENT, "`tf.config.run_functions_eagerly` reads or sets global state")
    module, where = call.frame.module, call.frame.module.location(call.node)
    if call.argument(0, "run_eagerly") != const(True) or call.frame.conditional:
        call.state.note(SOMETIMES, module.path, where)
    else:
        call.state.note(ALWAYS, module.path, where)
        if call.frame.function is None:
            call.state.note(IMPORTED, module.path, where)
    return NONE


MODELS: dict[str, Callable[[Call], Value]] = {
    "tensorflow.config.run_functions_eagerly": _run_functions_eagerly,
    "tensorflow.config.experimental_run_functions_eagerly": _run_functions_eagerly,
}
