"""A fault of the analysis itself costs the verdict of one function (or one module), not the run."""

from __future__ import annotations

import traceback
from collections.abc import Iterator

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.program.code import FunctionCode, ModuleCode
from hybridize_analyzer.report import Problem


def note(state: State, code: FunctionCode | ModuleCode, error: Exception) -> None:
    """Leaves `code` without a verdict.

    Raises:
        Exception: `error` itself, when the analysis is `strict`.
    """
    if state.strict:
        raise error
    state.failures.setdefault(code, _describe(error))


def failed(state: State, code: FunctionCode) -> bool:
    """Whether the function, or the module that defines it, could not be followed to its end."""
    return code in state.failures or code.module in state.failures


def problems(state: State) -> Iterator[Problem]:
    """What the user is told about every failure."""
    for code, reason in state.failures.items():
        if isinstance(code, ModuleCode):
            yield Problem(code.path, f"the module {reason}; its functions have no verdict")
        else:
            yield Problem(
                code.module.path, f"`{code.qualname}` {reason}; it has no verdict", code.node.lineno
            )


def _describe(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nests too deeply to be followed"
    last = traceback.extract_tb(error.__traceback__)[-1]
    file = last.filename.replace("\\", "/").rpartition("/")[2]
    fault = f"{type(error).__name__}: {error}, {file}:{last.lineno}"
    return f"could not be analysed by a fault of hybridize ({fault}; HYBRIDIZE_DEBUG=1 shows the traceback to report)"
