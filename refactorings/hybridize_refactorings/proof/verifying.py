"""From edits and a command to a verdict on every edit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hybridize_refactorings.proof.comparing import Compared, Comparison
from hybridize_refactorings.proof.records import Process
from hybridize_refactorings.proof.runs import Job, Workspace
from hybridize_refactorings.proof.search import refuted
from hybridize_refactorings.proof.subject import Edit, Subject
from hybridize_refactorings.proof.trials import Progress, Trial

PROVED = "proved"
REFUTED = "refuted"
NOT_EXERCISED = "not exercised"


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
    original_seconds, edited_seconds: of one run each, with the probe.  lines: of output that were compared; drifting: of
    these, lines whose numbers drift as they do where only the original rounds otherwise.
    faults: what went wrong in the probe itself.
    """

    functions: tuple[FunctionProof, ...]
    runs: int
    code: int | None
    original_seconds: float
    edited_seconds: float
    lines: int
    faults: tuple[str, ...]
    drifting: int = 0

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
        trial = Trial(workspace, subject, progress, rtol)
        trial.run_original(accept_failure=accept_failure)
        kept = subject.keys
        bad: dict[str, str] = {}
        while kept:
            comparison = trial.settled(kept)
            if not comparison.differs:
                break
            found = own_doing(subject, kept, comparison) or refuted(
                kept, lambda keys: trial.compared(keys).differs, comparison.suspects
            )
            bad.update((key, why(comparison, key)) for key in found)
            kept = kept - found
        return proof_of(subject, trial, kept, bad)


def own_doing(subject: Subject, kept: frozenset[str], comparison: Comparison) -> frozenset[str]:
    """Edits to blame without further runs: given the same, they do something else, and no other edit ran inside them."""
    converted = {edit.key for edit in subject.edits if edit.verdict == "convert"}
    outer = {key for inner in kept for key in comparison.functions[inner].around or ()}
    return (comparison.suspects & kept & converted) - outer


def why(comparison: Comparison, key: str) -> str:
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


def proof_of(subject: Subject, trial: Trial, kept: frozenset[str], bad: dict[str, str]) -> Proof:
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
    scopes: dict[str, list[str]] = {}
    for found in functions:
        if found.edit.verdict == "repair" and found.edit.key in proved:
            scopes.setdefault(found.edit.group, []).append(f"`{found.edit.qualname}`")
    if last is not None:
        proved |= {key for key in subject.witnesses if last.functions[key].compared}
    return Proof(
        tuple(_through(found, proved, ", ".join(scopes.get(found.edit.group, ()))) for found in functions),
        trial.runs,
        trial.originals[0].ended.code,
        trial.originals[0].ended.seconds,
        run.ended.seconds,
        last.lines if last else 0,
        faults,
        last.drifting if last else 0,
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
