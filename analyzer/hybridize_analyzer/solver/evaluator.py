"""The evaluator of every analysis: all tables, and the layers that the interpreter cannot import."""

from __future__ import annotations

from hybridize_analyzer import library
from hybridize_analyzer.domain.evaluator import Evaluator
from hybridize_analyzer.interpreter.syntax.handlers import EXPRESSIONS
from hybridize_analyzer.interpreter.values.table import KINDS
from hybridize_analyzer.solver import evaluation

EVALUATOR = Evaluator(expressions=EXPRESSIONS, kinds=KINDS, library=library, solver=evaluation)
