"""Forms of functions whose calls the runtime can batch.

Every form is one module of this package that defines `find(state, code, contexts, events)`; there is no registry.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.facts.framework import other_framework
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Pattern

Find = Callable[[State, FunctionCode, Sequence[Context], Sequence[Event]], Iterator[Pattern]]


def patterns_of(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Sequence[Event]
) -> tuple[Pattern, ...]:
    """Every form that a function has, in the order of the modules of this package and of the text."""
    if not any(context.summary.ops for context in contexts) or other_framework(state, code.module):
        return ()
    return tuple(found for find in _finders() for found in find(state, code, contexts, events))


@cache
def _finders() -> tuple[Find, ...]:
    names = sorted(
        module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")
    )
    return tuple(importlib.import_module(f"{__name__}.{name}").find for name in names)
