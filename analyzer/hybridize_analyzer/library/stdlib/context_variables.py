"""`contextvars.ContextVar`: an object with one field, which `set` and `reset` change."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import NOTHING, UNKNOWN, Ref, Value, one, union
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.interpreter.values.writes import change_object

VARIABLE = "contextvars.ContextVar"
_VALUE = "value"


def new(call: Call) -> Value:
    """`ContextVar(name, default=…)`."""
    ref = allocate(call.state, call.frame, call.node, VARIABLE)
    call.state.heap.write(ref.key, _VALUE, call.keywords.get("default", NOTHING))
    return one(ref)


def method(call: Call, name: str, ref: Ref) -> Value | None:
    """`get`, `set` and `reset`; None for other methods."""
    if name == "get":
        if call.state.heap.changed_at(ref.key, _VALUE):
            call.emit(Kind.READ, "a context variable is read", target=ref.key, field=_VALUE)
        return union(call.state.heap.read(ref.key, _VALUE), *call.args[:1]) or UNKNOWN
    if name in ("set", "reset"):
        value = (call.argument(0, "value") or UNKNOWN) if name == "set" else NOTHING
        change_object(call.state, call.frame, call.node, ref.key, _VALUE, value, name)
        return UNKNOWN
    return None
