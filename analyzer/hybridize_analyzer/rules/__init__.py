"""Every rule is one module of this package that defines `RULE`; there is no registry to edit."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from hybridize_analyzer.rules.rule import Rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """All rules, in the order of their codes."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "rule")
    rules = (importlib.import_module(f"{__name__}.{name}").RULE for name in names)
    return tuple(sorted(rules, key=lambda rule: rule.code))
