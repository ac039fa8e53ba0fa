"""A suppression comment that suppresses nothing."""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule

RULE = Rule("unused-suppression", "HYB900", __doc__ or "", Severity.NOTE)
