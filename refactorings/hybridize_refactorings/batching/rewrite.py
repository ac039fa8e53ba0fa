"""What a rewrite is: from one pattern that the analyzer found to edits of functions, or to one sentence why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hybridize_analyzer.report import FunctionReport, Pattern

from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend


@dataclass(frozen=True, slots=True)
class Piece:
    """One edit of one function.  Alone, it leaves what the program does as it is.

    cell: qualified name of the function that is a cell by it, or "".
    scope: it opens a scope for calls of cells, or makes one call of a loop.
    assumes: it rests on something that is not proved (shapes that are equal from example to example).
    """

    function: FunctionReport
    mend: Mend
    cell: str = ""
    scope: bool = False
    assumes: bool = False


Plan = tuple[Piece, ...] | Refused


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One rewrite.

    name: kebab-case; that of the rule whose patterns it takes, with `code`.  page: Markdown, the docstring of its module.
    plan: for one pattern of one function.
    """

    name: str
    code: str
    page: str
    plan: Callable[[Scene, FunctionReport, Pattern], Plan]
