"""From edits and a command to a verdict on every edit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hybridize_refactorings.proof.commands import Ended
from hybridize_refactorings.proof.comparing import Compared, Comparison, compare
from hybridize_refactorings.proof.records import Process
from hybridize_refactorings.proof.runs import Job, Run, Workspace
from hybridize_refactorings.proof.search import refuted
from hybridize_refactorings.proof.subject import Edit, Subject

PROVED = "proved"
REFUTED = "refuted"
NOT_EXERCISED = "not exercised"

_LONGER = 10.0  # an edited program may take this many times as long as the original, and at least a minute
_LEAST = 60.0

Progress = Callable[[str], None]


class OriginalFails(Exception):  # noqa: N818 - it names the event
    """The command fails on the original program, so that nothing can be compared with it.  ended: how."""

    def __init__(self, text: str, ended: Ended) -> None:
        super().__init__(text)
        self.ended = ended


@dataclass(frozen=True, slots=True)
class FunctionProof:
    """The verdict on one edit, why (one sentence, None where there is nothing to add), and what was compared."""

    edit: Edit
    verdict: str
    reason: str | None
    compared: Compared


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of one proof.

    functions: in the order path, line.  runs: of the command.  code: its exit code.
    original_seconds, edited_seconds: of one run each, with the probe.  lines: of output that were compared.
    faults: what went wrong in the probe itself.
    """

    functions: tuple[FunctionProof, ...]
    runs: int
    code: int | None
    original_seconds: float
    edited_seconds: float
    lines: int
    faults: tuple[str, ...]

    def keys(self, verdict: str) -> frozenset[str]:
        """The edits with that verdict."""
        return frozenset(found.edit.key for found in self.functions if found.verdict == verdict)


def verify(
    job: Job, subject: Subject, progress: Progress, *, rtol: float = 1.0, accept_failure: bool = False
) -> Proof:
    """Runs the command on the original twice, on the edited program, and on parts of it until nothing differs.

    rtol: factor on every tolerance.  accept_failure: an exit code other than 0 is taken for what the command does.

    Raises:
        OriginalFails: the command fails, or reaches its limit, on the original program.
        CopyError, CommandError: it cannot be run.
    """
    with Workspace(job) as workspace:
        trial = _Trial(workspace, subject, progress, rtol)
        trial.run_original(accept_failure=accept_failure)
        kept = subject.keys
        bad: dict[str, str] = {}
        while kept:
            comparison = trial.compared(kept)
            if comparison.differs and trial.learn_rounding():
                comparison = trial.compared(kept)
            if not comparison.differs:
                break
            found = _own_doing(subject, kept, comparison) or refuted(
                kept, lambda keys: trial.compared(keys).differs, comparison.suspects
            )
            bad.update((key, _why(comparison, key)) for key in found)
            kept = kept - found
        return _proof(subject, trial, kept, bad)


def _own_doing(subject: Subject, kept: frozenset[str], comparison: Comparison) -> frozenset[str]:
    """Edits to blame without further runs: given the same, they do something else, and no other edit ran inside them."""
    converted = {edit.key for edit in subject.edits if edit.verdict == "convert"}
    outer = {key for inner in kept for key in comparison.functions[inner].around or ()}
    return (comparison.suspects & kept & converted) - outer


class _Trial:
    """The runs of one proof; what was run once is not run again."""

    def __init__(self, workspace: Workspace, subject: Subject, progress: Progress, rtol: float) -> None:
        self._workspace, self._subject, self._progress, self._rtol = workspace, subject, progress, rtol
        self._done: dict[frozenset[str], tuple[Run, Comparison]] = {}
        self.originals: list[Run] = []
        self._rounded = False

    @property
    def runs(self) -> int:
        return len(self.originals) + len(self._done)

    def run_original(self, *, accept_failure: bool) -> None:
        for number in ("first", "second"):
            self._progress(f"run {self.runs + 1}: the original program, {number} time")
            run = self._workspace.run(
                self._subject.originals(), self._subject.watched(), self._subject.names()
            )
            require_success(run.ended, accept_failure=accept_failure)
            self.originals.append(run)
        if self.originals[0].ended.code != self.originals[1].ended.code:
            codes = " and ".join(str(run.ended.code) for run in self.originals)
            raise OriginalFails(
                f"the command exits with {codes} on the same program: what it does varies too much to compare",
                run.ended,
            )

    def learn_rounding(self) -> bool:
        """Runs the original with kernels that round differently: what this changes beyond tolerance varies by itself.

        An optimizer that divides by the size of a gradient makes steps of gradients that are nothing but rounding.
        Done once; False where it was done before, and where the program ends otherwise then.
        """
        if self._rounded:
            return False
        self._rounded = True
        self._progress(f"run {self.runs + 1}: the original program, rounding otherwise")
        run = self._workspace.run(
            self._subject.originals(), self._subject.watched(), self._subject.names(), other_kernels=True
        )
        if run.ended.code != self.originals[0].ended.code:
            return False
        self.originals.append(run)
        self._done = {keys: (done, self._comparison(done)) for keys, (done, _) in self._done.items()}
        return True

    def _comparison(self, run: Run) -> Comparison:
        keys = self._subject.keys | self._subject.witnesses
        return compare(self.originals[0], self.originals[-1], run, keys, self._rtol)

    def compared(self, keys: frozenset[str]) -> Comparison:
        if keys not in self._done:
            self._progress(f"run {self.runs + 1}: {len(keys)} of {len(self._subject.keys)} edits")
            seconds = max(run.ended.seconds for run in self.originals)
            files = {**self._subject.originals(), **self._subject.files(keys)}
            limit = max(_LEAST, _LONGER * seconds)
            run = self._workspace.run(files, self._subject.watched(), self._subject.names(), limit=limit)
            self._done[keys] = run, self._comparison(run)
        return self._done[keys][1]

    def edited(self, keys: frozenset[str]) -> Run:
        return self._done[keys][0] if keys else self.originals[1]


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


def _why(comparison: Comparison, key: str) -> str:
    own = comparison.functions[key].difference
    if own is not None:
        return own
    if comparison.difference is not None:
        return f"with it, {comparison.difference}"
    if comparison.drift is not None:
        other, what = comparison.drift
        name = other.rpartition(":")[2].partition("#")[0]
        return f"with it, `{name}` differs: {what}"
    culprit = next((k for k in sorted(comparison.suspects)), "")
    return f"with it, `{culprit.rpartition(':')[2].partition('#')[0]}` does something else"


def _proof(subject: Subject, trial: _Trial, kept: frozenset[str], bad: dict[str, str]) -> Proof:
    last = trial.compared(kept) if kept else None
    functions = []
    for edit in subject.edits:
        compared = last.functions[edit.key] if last else Compared()
        if edit.key in bad:
            functions.append(FunctionProof(edit, REFUTED, bad[edit.key], compared))
            continue
        functions.append(_judged(edit, compared))
    run = trial.edited(kept)
    processes: tuple[Process, ...] = (*trial.originals[0].processes, *run.processes)
    faults = tuple(sorted({fault for process in processes for fault in process.faults}))
    proved = frozenset(f.edit.key for f in functions if f.verdict == PROVED)
    proved_scopes = (
        f.edit.qualname for f in functions if f.edit.verdict == "repair" and f.edit.key in proved
    )
    scopes = ", ".join(f"`{name}`" for name in proved_scopes)
    if last is not None:
        proved |= {key for key in subject.witnesses if last.functions[key].compared}
    return Proof(
        tuple(_through(found, proved, scopes) for found in functions),
        trial.runs,
        trial.originals[0].ended.code,
        trial.originals[0].ended.seconds,
        run.ended.seconds,
        last.lines if last else 0,
        faults,
    )


def _judged(edit: Edit, compared: Compared) -> FunctionProof:
    """The verdict on an edit that is in place and under which nothing differs."""
    if edit.verdict == "cell":
        return FunctionProof(edit, PROVED, None, compared)  # if a scope is in which its calls run
    if compared.compared and (edit.verdict != "convert" or compared.graph_calls):
        return FunctionProof(edit, PROVED, None, compared)
    if compared.around:
        return FunctionProof(edit, PROVED, None, compared)  # if one of those around it is
    if compared.around is not None:
        reason = "it only ran inside graphs that are not watched"
    elif compared.calls == 0:
        reason = "the command never calls it"
    elif compared.varying:
        reason = f"what it receives or returns varies from run to run ({compared.varying} of {compared.calls} calls)"
    elif compared.drifted:
        reason = "it received other values than in the original program"
    else:
        reason = "it did not run as a graph"
    return FunctionProof(edit, NOT_EXERCISED, reason, compared)


def _through(found: FunctionProof, proved: frozenset[str], scopes: str) -> FunctionProof:
    """A function that ran only inside graphs of others, or in their scopes, is as good as they are."""
    compared = found.compared
    if found.verdict != PROVED or compared.compared:
        return found
    if found.edit.verdict == "cell":
        if scopes:
            return replace(found, reason=f"its calls run together for {scopes}, whose results were compared")
        return replace(
            found, verdict=NOT_EXERCISED, reason="no function whose results were compared calls it"
        )
    outer = sorted(set(compared.around or ()) & proved)
    if outer:
        names = ", ".join(f"`{key.rpartition(':')[2].partition('#')[0]}`" for key in outer)
        return replace(found, reason=f"it ran inside the graph of {names}, whose results were compared")
    return replace(found, verdict=NOT_EXERCISED, reason="it only ran inside graphs that were not compared")
