"""One run of `verify`, and the proof that `fix --verify` asks for."""

from __future__ import annotations

from pathlib import Path

from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.notebooks import SUFFIX as NOTEBOOK
from hybridize_refactorings.proof.subject import Subject, subject_of
from hybridize_refactorings.proof.verifying import REFUTED, Proof, verify

from hybridize_cli import proof_json, proof_text
from hybridize_cli.checking import tell_about, tell_problems
from hybridize_cli.command_line import RunOptions, guarded, job_of, progress, unless_it_fails
from hybridize_cli.exit_codes import CLEAN, COMMAND_FAILED, FINDINGS
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import deliver
from hybridize_cli.project import (
    Judged,
    Project,
    analyst_of,
    judge,
    open_project,
    without_found_notebooks,
)


def run_verify(
    options: CommonOptions, running: RunOptions, *, rtol: float, output_format: str, output_file: Path | None
) -> int:
    """Runs `verify` once; returns its exit code."""
    project, _, subject = opened(options)

    def act() -> int:
        proof = prove(project, subject, options, running, rtol=rtol)
        if proof is None:
            return COMMAND_FAILED
        render = proof_json.render if output_format == "json" else proof_text.render
        deliver(render(proof, running.command or ()), output_file, shown=not options.silent)
        return FINDINGS if proof.keys(REFUTED) else CLEAN

    return guarded(act)


def opened(options: CommonOptions) -> tuple[Project, Judged, Subject]:
    """The project that a command works on, analysed and told about, and its edits.

    Raises:
        InputError: a path, option or setting that cannot be used.
    """
    project = without_found_notebooks(open_project(options))
    notebook = next((path for path in project.files.requested if path.suffix == NOTEBOOK), None)
    if notebook is not None:
        raise InputError(
            f"{notebook}: a notebook is no program that a command runs; leave it out, or export it as a script"
        )
    tell_about(project, options)
    judged = judge(project, options)
    tell_problems(judged.report, options)
    return project, judged, _edits_of(project, judged)


def _edits_of(project: Project, judged: Judged) -> Subject:
    """The edits that `fix` would make, with the repairs where they were asked for."""
    return subject_of(
        judged.fixable, judged.sources, unsafe=project.settings.unsafe_fixes, repairs=judged.repairs,
        analyst=analyst_of(project) if judged.repairs else None,
    )  # fmt: skip


def prove(
    project: Project, subject: Subject, options: CommonOptions, running: RunOptions, *, rtol: float = 1.0
) -> Proof | None:
    """The proof of the subject's edits; None where the command fails on the original, which is then told."""
    job = job_of(project, running)
    return unless_it_fails(
        lambda: verify(job, subject, progress(options), rtol=rtol, accept_failure=running.accept_failure)
    )
