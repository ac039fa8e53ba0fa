"""A `tf.function` that gains nothing from being a graph."""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule

RULE = Rule("needless-hybrid", "HYB002", __doc__ or "", Severity.NOTE)
