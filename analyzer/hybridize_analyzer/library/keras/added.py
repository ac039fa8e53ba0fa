"""What a layer keeps for whoever runs it: `add_loss` and `add_metric`.

`add_metric` of Keras 2 makes a `Mean` where it first comes to a name, which it and all later calls with that name update.
A variable that another trace than the first one makes is an error in a graph, so it matters which calls come there.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame
from hybridize_analyzer.domain.values import NONE, NOTHING, Const, Function, Ref, Tensor, Value
from hybridize_analyzer.interpreter.tracing import alike
from hybridize_analyzer.library.keras import losses
from hybridize_analyzer.library.keras.layers import LOSSES
from hybridize_analyzer.program.code import walk


def add(call: Call, method: str, ref: Ref) -> Value:
    """Runs `add_loss` or `add_metric`, as `method` says, of a layer."""
    if method == "add_loss":
        losses.note_added(call.state, ref, call.where)
    else:
        named = bool(call.args[1:]) or call.keywords.get("name", NONE) != NONE
        always = named and _is_done_always(call, ref)
        if always and _is_plain_metric(call):
            return _update(call, ref)
        if named:
            _note_made(call, ref, always=always)
    message = f"`{method}` keeps a tensor in the layer"
    call.emit(Kind.WRITE, message, target=ref.key, field=LOSSES, member=f"keras.Layer.{method}")
    return NONE


def _is_plain_metric(call: Call) -> bool:
    """`self.add_metric(x, name="mean of x")`, with a tensor: it updates one metric each time."""
    named = call.argument(2, "name") or NOTHING
    (name,) = named if len(named) == 1 else (None,)
    value = call.argument(0, "value") or NOTHING
    dense = bool(value) and all(isinstance(a, Tensor) and a.kind == "tensor" for a in value)
    return dense and isinstance(name, Const) and name.type == "str"


def _update(call: Call, ref: Ref) -> Value:
    _note_first(call, ref)
    call.emit(Kind.UPDATE, "a metric is updated")
    call.frame.ops += 3
    return NONE


def _note_made(call: Call, ref: Ref, *, always: bool) -> None:
    """The metric that the first call with its name makes.  always: whether every call of the layer comes there."""
    node = call.node
    positional, keywords = (node.args[1:], node.keywords) if isinstance(node, ast.Call) else ([], [])
    named = [*positional, *(k.value for k in keywords if k.arg == "name")]
    if always and all(alike.stays(call.frame, each) for each in named):
        _note_first(call, ref)
        return
    message = f"a `{call.state.heap.type_name(ref.key)}` makes a metric where no call has done so"
    # Without a target: that the layer has been called says nothing.
    call.emit(Kind.UNBUILT, message, aspect=Aspect.SOMETIMES)


def _note_first(call: Call, ref: Ref) -> None:
    if not (call.state.heap[ref.key].built or call.state.is_layer_called(ref.key)):
        message = f"a `{call.state.heap.type_name(ref.key)}` makes a metric, if this is its first call"
        call.emit(Kind.UNBUILT, message, target=ref.key)


def _is_done_always(call: Call, ref: Ref) -> bool:
    """Whether every `call` of the layer comes to the current statement."""
    frame, code = call.frame, call.frame.function
    own = isinstance(frame.receiver, Ref) and frame.receiver.key == ref.key
    if code is None or isinstance(code.node, ast.Lambda) or not own:
        return False
    if not frame.is_certain or alike.is_late(frame) or not _runs_always(call, ref):
        return False
    return _is_reached_always(frame, code.node.body, call.node)


def _is_reached_always(frame: Frame, body: Sequence[ast.stmt], node: ast.AST) -> bool:
    """Whether all calls of a function come to an expression of its body, or none, whatever each is given."""
    for statement in body:
        stays = isinstance(statement, ast.If) and alike.stays(frame, statement.test)
        if all(each is not node for each in walk(statement)):
            if not stays and any(isinstance(each, ast.Return) for each in walk(statement)):
                return False
        elif isinstance(statement, ast.If):
            return stays and any(
                _is_reached_always(frame, b, node) for b in (statement.body, statement.orelse)
            )
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            return _is_reached_always(frame, statement.body, node)
        else:
            return isinstance(statement, ast.Expr)
    return False


def _runs_always(call: Call, ref: Ref) -> bool:
    """Whether every `call` of a layer runs the current method once: it is `call`, or called there by a plain statement."""
    code, cls = call.frame.function, call.state.heap.type_of(ref.key)
    found = None if isinstance(cls, str) else classes.find_attribute(call.state, cls, "call")
    if code is None or found is None or len(found[0]) != 1:
        return False
    (own,) = found[0]
    if not isinstance(own, Function) or isinstance(own.code.node, ast.Lambda):
        return False
    if own.code is code:
        return True
    name = f"{own.code.positional[0] if own.code.positional else ''}.{code.name}"
    called = [n for n in walk(own.code.node) if isinstance(n, ast.Call) and ast.unparse(n.func) == name]
    plain = [s for s in own.code.node.body if isinstance(s, ast.Expr) and s.value in called]
    returns = [n for n in walk(own.code.node) if isinstance(n, ast.Return)]
    return len(called) == len(plain) == 1 and all(n.lineno > plain[0].lineno for n in returns)
