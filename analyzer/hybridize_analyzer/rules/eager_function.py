"""A function runs eagerly and can run as a graph."""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule

RULE = Rule("eager-function", "HYB001", __doc__ or "", Severity.NOTE)
