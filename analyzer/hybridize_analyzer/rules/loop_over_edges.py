"""X."""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "loop-over-edges", "HYB141", __doc__ or "", Severity.NOTE, from_patterns("loop-over-edges"), blocks=False
)
