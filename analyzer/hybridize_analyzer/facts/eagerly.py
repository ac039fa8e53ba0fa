"""What programs run eagerly on purpose: all `tf.function`s (`run_functions_eagerly`), or a mode that is for debugging."""

from __future__ import annotations

from collections.abc import Iterable

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.interpreter.tracing.places import root_of
from hybridize_analyzer.library.tensorflow.execution import ALWAYS, IMPORTED, SOMETIMES
from hybridize_analyzer.program.code import FunctionCode, found_once
from hybridize_analyzer.program.eager_mode import in_eager_mode
from hybridize_analyzer.program.modules import is_test


def runs_eagerly(state: State, path: str) -> bool:
    """Whether a file that says so, and never anything else, loads the file `path`, or says so when that loads it."""
    switching = set(state.all_noted(ALWAYS)) - set(state.all_noted(SOMETIMES))
    programs = sorted(str(each) for each in switching if not is_test(str(each)))
    imported = set(programs) & set(state.all_noted(IMPORTED))
    return any(state.loads({each}, path) for each in programs) or any(
        state.loads({path}, str(each)) for each in imported
    )


def is_for_debugging(state: State, code: FunctionCode, sites: Iterable[CallSite]) -> bool:
    """Whether every call of a function is made where a program has chosen what it names its eager mode.

    sites: the calls.  What makes them may be called by such code, too.
    """
    return _is_for_debugging(state, sites, {code})


def _is_for_debugging(state: State, sites: Iterable[CallSite], asked: set[FunctionCode]) -> bool:
    """asked: the functions that are asked for already; the first one that is not for debugging ends the search."""
    calls = [site for site in sites if not is_test(site.where.path)]
    if not calls:
        return False
    for site in calls:
        if site.where.line in found_once(root_of(state, site.where.path, site.caller), in_eager_mode):
            continue
        if site.caller is None:
            return False
        if site.caller not in asked:
            asked.add(site.caller)
            if not _is_for_debugging(state, state.sites_of(site.caller), asked):
                return False
    return True
