"""Which function evaluates which form of expression."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Value
from hybridize_analyzer.interpreter.syntax import expressions
from hybridize_analyzer.interpreter.syntax.calls import evaluate_call
from hybridize_analyzer.interpreter.syntax.comprehensions import comprehension
from hybridize_analyzer.interpreter.syntax.subscripts import read_subscript

EXPRESSIONS: Mapping[type[ast.AST], Callable[[State, Frame, Any], Value]] = {
    **expressions.HANDLERS,
    ast.Call: evaluate_call,
    ast.Subscript: read_subscript,
    ast.ListComp: comprehension,
    ast.SetComp: comprehension,
    ast.GeneratorExp: comprehension,
    ast.DictComp: comprehension,
}
