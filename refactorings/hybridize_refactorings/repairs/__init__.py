"""Every repair is one module of this package that defines `REPAIR`; there is no registry to edit."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from hybridize_refactorings.repairs.repair import Repair


@cache
def all_repairs() -> tuple[Repair, ...]:
    """All repairs, in the order in which they are tried: by `Repair.order`, then by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "repair")
    repairs = (importlib.import_module(f"{__name__}.{name}").REPAIR for name in names)
    return tuple(sorted(repairs, key=lambda repair: (repair.order, repair.name)))
