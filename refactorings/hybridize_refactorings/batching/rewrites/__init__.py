"""Every rewrite is one module of this package that defines `REWRITE`; there is no registry to edit."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from hybridize_refactorings.batching.rewrite import Rewrite


@cache
def all_rewrites() -> tuple[Rewrite, ...]:
    """All rewrites, in the order of the codes of their rules."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    found = (importlib.import_module(f"{__name__}.{name}").REWRITE for name in names)
    return tuple(sorted(found, key=lambda rewrite: rewrite.code))
