"""The runs of one proof: the original program, and the program with some of the edits."""

from __future__ import annotations

from collections.abc import Callable

from hybridize_refactorings.proof.commands import Ended
from hybridize_refactorings.proof.comparing import Comparison, compare
from hybridize_refactorings.proof.runs import Run, Workspace
from hybridize_refactorings.proof.subject import Subject

LONGER = 10.0  # an edited program may take this many times as long as the original, and at least a minute
_LEAST = 60.0
_WAYS = 3  # in which the original is made to round otherwise

Progress = Callable[[str], None]


class OriginalFails(Exception):  # noqa: N818 - it names the event
    """The command fails on the original program, so that nothing can be compared with it.  ended: how."""

    def __init__(self, text: str, ended: Ended) -> None:
        super().__init__(text)
        self.ended = ended


class Trial:
    """The runs of one proof; what was run once is not run again.

    rtol: factor on every tolerance.  longer: how many times as long as the original an edited program may take; at least
    a minute.
    """

    def __init__(
        self, workspace: Workspace, subject: Subject, progress: Progress, rtol: float, longer: float = LONGER
    ) -> None:
        self._workspace, self._subject, self._progress, self._rtol = workspace, subject, progress, rtol
        self._longer = longer
        self._accept = False
        self._done: dict[frozenset[str], tuple[Run, Comparison]] = {}
        self.originals: list[Run] = []
        self._rounded: dict[int, Run | None] = {}

    def other(self, subject: Subject) -> Trial:
        """A trial of other edits of the same functions, with the runs of the original that are done."""
        trial = Trial(self._workspace, subject, self._progress, self._rtol, self._longer)
        trial.originals, trial._rounded, trial._accept = self.originals, self._rounded, self._accept
        return trial

    @property
    def edited_runs(self) -> int:
        """How often the program ran with edits."""
        return len(self._done)

    @property
    def runs(self) -> int:
        return len(self.originals) + len(self._rounded) + len(self._done)

    def run_original(self, *, accept_failure: bool, twice: bool = True) -> None:
        """Runs the original program, as a rule twice: what differs between the two varies by itself.

        twice: else the second run waits until something differs.  Where nothing does, it could only have shown that less
        is to be compared.
        """
        self._accept = accept_failure
        self._run_original("first")
        if twice:
            self._learn_varying()

    def _run_original(self, number: str) -> None:
        self._progress(f"run {self.runs + 1}: the original program, {number} time")
        run = self._workspace.run(self._subject.originals(), self._subject.watched(), self._subject.names())
        require_success(run.ended, accept_failure=self._accept)
        self.originals.append(run)

    def _learn_varying(self) -> bool:
        """Runs the original for the second time; False where that has been done."""
        if len(self.originals) > 1:
            return False
        self._run_original("second")
        if self.originals[0].ended.code != self.originals[1].ended.code:
            codes = " and ".join(str(run.ended.code) for run in self.originals)
            raise OriginalFails(
                f"the command exits with {codes} on the same program: what it does varies too much to compare",
                self.originals[1].ended,
            )
        self._compare_again()
        return True

    def settled(self, keys: frozenset[str]) -> Comparison:
        """What a run with these edits shows, once it is known how far rounding alone takes the original."""
        found = self.compared(keys)
        if self._done[keys][0].ended.code is None:  # it was ended at the limit, which no rounding explains
            return found
        while found.differs and (self._learn_varying() or self._learn_rounding(found)):
            found = self.compared(keys)
        return found

    def _learn_rounding(self, found: Comparison) -> bool:
        """Runs the original once more so that it rounds otherwise: what this changes varies by itself.

        An optimizer that divides by the size of a gradient makes steps of gradients that are nothing but rounding, and
        in training rounding grows from step to step.  First come other kernels of TensorFlow; where what is left may
        be rounding, what the watched calls find and give is moved by units in the last place.
        False where every way has been tried.
        """
        way = len(self._rounded)
        if way >= _WAYS or (way > 0 and not found.may_be_rounding):
            return False
        self._progress(f"run {self.runs + 1}: the original program, rounding otherwise")
        run = self._workspace.run(
            self._subject.originals(), self._subject.watched(), self._subject.names(), rounding=way
        )
        usable = run.ended.code == self.originals[0].ended.code
        self._rounded[way] = run if usable else None
        self._compare_again()
        return True

    def _compare_again(self) -> None:
        self._done = {keys: (done, self._comparison(done)) for keys, (done, _) in self._done.items()}

    def _comparison(self, run: Run) -> Comparison:
        keys = self._subject.keys | self._subject.witnesses
        rounded = [other for other in self._rounded.values() if other is not None]
        return compare(self.originals[0], self.originals[-1], run, keys, self._rtol, rounded)

    def compared(self, keys: frozenset[str]) -> Comparison:
        if keys not in self._done:
            self._progress(f"run {self.runs + 1}: {len(keys)} of {len(self._subject.keys)} edits")
            seconds = max(run.ended.seconds for run in self.originals)
            files = {**self._subject.originals(), **self._subject.files(keys)}
            limit = max(_LEAST, self._longer * seconds)
            run = self._workspace.run(files, self._subject.watched(), self._subject.names(), limit=limit)
            self._done[keys] = run, self._comparison(run)
        return self._done[keys][1]

    def edited(self, keys: frozenset[str]) -> Run:
        return self._done[keys][0] if keys else self.originals[-1]


def require_success(ended: Ended, *, accept_failure: bool) -> None:
    """Raises OriginalFails where the command failed on the original program, or reached its limit."""
    if ended.code is None:
        raise OriginalFails(
            f"the command did not end on the original program within {ended.seconds:.0f} s; raise --timeout, "
            "or choose a command that does less",
            ended,
        )
    if ended.code != 0 and not accept_failure:
        raise OriginalFails(
            f"the command {ended.how} on the original program; mend that first, or add --accept-failure if that is "
            "what it always does",
            ended,
        )
