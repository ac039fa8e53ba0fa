"""X."""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "dispatch-per-example",
    "HYB140",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("dispatch-per-example"),
    blocks=False,
)
