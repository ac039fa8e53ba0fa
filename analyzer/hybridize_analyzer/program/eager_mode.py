"""Where a program has chosen what it names its eager mode: `if FLAGS.mode == "eager"`, `if args.eager`.

Such a mode is there for debugging, beside one that is a graph: `fit` of Keras, or a `tf.function`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.program.code import children

_NAMED = "eager"
_ASKED = "executing_eagerly"


def in_eager_mode(root: ast.AST) -> frozenset[int]:
    """The lines of a text that run in its eager mode alone."""
    return frozenset(_lines(root))


def _lines(root: ast.AST) -> Iterator[int]:
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and (branch := _chosen(node)):
            yield from range(branch[0].lineno, (branch[-1].end_lineno or branch[-1].lineno) + 1)
        pending += children(node)


def _chosen(node: ast.If) -> list[ast.stmt]:
    """The branch for the eager mode, if a condition asks for one."""
    test, swapped = node.test, False
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, swapped = test.operand, not swapped
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.NotEq, ast.NotIn, ast.IsNot)):
        swapped = not swapped
    if not isinstance(test, (ast.Compare, ast.Name, ast.Attribute)) or not _names_it(test):
        return []
    return node.orelse if swapped else node.body


def _names_it(test: ast.expr) -> bool:
    """Whether a condition names the mode in a text, a variable or an attribute, and does not ask TensorFlow."""
    named = [name.lower() for node in ast.walk(test) for name in (_text(node),) if name]
    return any(_NAMED in name for name in named) and not any(_ASKED in name for name in named)


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return getattr(node, "attr", getattr(node, "id", ""))
