"""A tensor combined with its own reduction: `x / tf.reduce_sum(x)`."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import External, Value, tensors
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.knowledge.exports import canonical_export

_NORMALISING = {ast.Div: ("tensorflow.reduce_sum",), ast.Sub: ("tensorflow.reduce_mean",)}
_RANK = 2


def note_reduction(state: State, frame: Frame, node: ast.BinOp, left: Value) -> None:
    """Rows of a table that are normalised by a number which all rows share."""
    wanted, call = _NORMALISING.get(type(node.op)), node.right
    if wanted is None or not isinstance(call, ast.Call) or len(call.args) != 1:
        return
    if any(k.arg != "name" for k in call.keywords) or ast.dump(call.args[0]) != ast.dump(node.left):
        return
    called = {canonical_export(a.name) for a in evaluate(state, frame, call.func) if isinstance(a, External)}
    shapes = [t.shape for t in tensors(left)]
    if called <= {*wanted} and called and shapes and all(s is not None and len(s) == _RANK for s in shapes):
        what = ast.unparse(call.func)
        message = f"`{what}` without `axis` runs over both axes of `{ast.unparse(node.left)}`"
        state.emit(frame, node, Kind.REDUCTION, message)
