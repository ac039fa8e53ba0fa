"""Where the calls of a function come from: all that leads to it, up to the functions that nothing visible calls."""

from __future__ import annotations

from dataclasses import dataclass

from hybridize_analyzer.semantics.program import FunctionCode
from hybridize_analyzer.semantics.state import CallSite, State


@dataclass(frozen=True, slots=True)
class Above:
    """sites: visible calls of a function and of what leads to it.

    unseen: one that leads to it, takes arguments, and has no visible call.  public: one that leads to it, takes
    arguments, and has a public name.
    """

    sites: tuple[CallSite, ...]
    unseen: str | None
    public: str | None


def callers_above(state: State, code: FunctionCode) -> Above:
    pending, seen = [code], {code}
    sites: list[CallSite] = []
    unseen: list[FunctionCode] = []
    while pending:
        current = pending.pop()
        found, callers = state.visible_sites(current)
        sites += found
        if not found and current is not code and _takes_arguments(current):
            unseen.append(current)
        pending += callers - seen
        seen |= callers
    public = [c for c in seen - {code} if is_public(c.name) and c.parent is None and _takes_arguments(c)]
    return Above(tuple(sites), _first(unseen), _first(public))


def is_public(name: str) -> bool:
    """Whether those who import a library may call it: Python calls `__call__` and the like for them."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def _takes_arguments(code: FunctionCode) -> bool:
    arguments = code.node.args
    count = len(code.named) + (arguments.vararg is not None) + (arguments.kwarg is not None)
    # pytest calls tests, with what the program shows.
    return count > (code.cls is not None) and not code.name.startswith("test")


def _first(codes: list[FunctionCode]) -> str | None:
    return min((c.qualname for c in codes), default=None)
