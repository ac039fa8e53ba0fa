"""How a program tells TensorFlow to run its graphs: as plain Python, or in 16 bits."""

from __future__ import annotations

from collections.abc import Callable

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import NONE, NOTHING, Atom, Ref, Value, const

ALWAYS = "runs functions eagerly"
IMPORTED = "runs functions eagerly once it is imported"
SOMETIMES = "runs functions eagerly now and then"
"""Tables of notes, by the path of the file that says so."""
IN_16_BITS = "computes graphs in 16 bits"
"""The table of notes with the files that let TensorFlow do so."""


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


def _set_options(call: Call) -> Value:
    """`tf.config.optimizer.set_experimental_options(…)`: mixed precision of its kind is a rewrite of graphs alone."""
    call.emit(Kind.AMBIENT, "`tf.config.optimizer.set_experimental_options` reads or sets global state")
    options = call.argument(0, "options") or NOTHING
    if not options or any(_may_cast(call, option) for option in options):
        call.state.note(IN_16_BITS, call.frame.module.path, call.frame.module.location(call.node))
    return NONE


def _may_cast(call: Call, options: Atom) -> bool:
    """Whether options may ask for mixed precision (`auto_mixed_precision` and its kin)."""
    if not isinstance(options, Ref) or call.state.heap.type_of(options.key) != "builtins.dict":
        return True
    texts = {n: v for n, v in call.state.heap[options.key].fields.items() if n.startswith(("['", '["'))}
    return not texts or any("auto_mixed_precision" in n and v != const(False) for n, v in texts.items())


MODELS: dict[str, Callable[[Call], Value]] = {
    "tensorflow.config.run_functions_eagerly": _run_functions_eagerly,
    "tensorflow.config.experimental_run_functions_eagerly": _run_functions_eagerly,
    "tensorflow.config.optimizer.set_experimental_options": _set_options,
}
