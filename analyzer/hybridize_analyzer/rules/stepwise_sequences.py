"""X."""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "stepwise-sequences",
    "HYB139",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("stepwise-sequences"),
    blocks=False,
)
