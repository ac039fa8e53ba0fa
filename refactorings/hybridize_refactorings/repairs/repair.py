"""What a repair is: from facts and syntax of one function to splices, or to one sentence why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.bindings import NewImport
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject


def lines_shown(first: int, last: int) -> str:
    """Some lines of a text, for a message."""
    return f"line {first}" if first == last else f"lines {first} to {last}"


@dataclass(frozen=True, slots=True)
class Helper:
    """A new function that a mend takes out of another.

    name: unique in its file; qualname: the same with the class in front, for a method.
    first: line in the old text of the first line of its body; lines: number of them.
    containers: results that are lists, tuples or dicts of tensors.
    """

    name: str
    qualname: str
    first: int
    lines: int
    containers: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The lines that it takes, for a message."""
        return lines_shown(self.first, self.first + self.lines - 1)


@dataclass(frozen=True, slots=True)
class Mend:
    """One edit that removes hazards from a function.

    what: the edit in one clause.  splices: of the text of the file.  applicability: SAFE where the repaired function
    does what it did, eagerly and (once it is converted) as a graph; else `difference` says what is another.
    repair: name of the repair that planned it.
    """

    what: str
    splices: tuple[Splice, ...]
    applicability: Applicability = Applicability.SAFE
    difference: str = ""
    added: tuple[NewImport, ...] = ()
    helper: Helper | None = None
    repair: str = ""


Outcome = Mend | Refused


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair.

    name: kebab-case.  codes: of the rules whose refusals it answers.  page: Markdown, the docstring of its module.
    plan: for one function, one outcome per place that it could mend.
    order: of trying; repairs with a higher number see only what others left.
    at_top: whether it can also be planned for the top level of a file, which stands for a function.
    """

    name: str
    codes: tuple[str, ...]
    page: str
    plan: Callable[[Subject], Iterator[Outcome]]
    order: int = 0
    at_top: bool = False

    def mends(self, subject: Subject) -> Iterator[Outcome]:
        """What it plans for a function, each mend with the name of the repair."""
        for outcome in self.plan(subject):
            yield outcome if isinstance(outcome, Refused) else replace(outcome, repair=self.name)

    @property
    def title(self) -> str:
        """The first sentence of the page."""
        return self.page.strip().partition("\n")[0].rstrip(".")
