"""One run of `fix --verify`: prove, then make what was proved."""

from __future__ import annotations

from hybridize_refactorings.proof.verifying import NOT_EXERCISED, PROVED, REFUTED, Proof

from hybridize_cli.command_line import RunOptions, guarded
from hybridize_cli.edits import Written, applied_lines, changing, count, emit_patches, write_all
from hybridize_cli.exit_codes import CLEAN, COMMAND_FAILED, FAILURE, FINDINGS
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import emit
from hybridize_cli.proof_text import summary
from hybridize_cli.proving import opened, prove


def run_verified_fix(
    options: CommonOptions,
    running: RunOptions,
    *,
    diff: bool,
    exit_non_zero_on_fix: bool,
    not_exercised: bool,
) -> int:
    """Runs `fix --verify` once; returns its exit code.

    Files are written when all is proved, each as a whole, and only if it still holds what was analysed.
    """
    project, judged, subject = opened(options)

    def act() -> int:
        proof = prove(project, subject, options, running)
        if proof is None:
            return COMMAND_FAILED
        chosen = proof.keys(PROVED) | (proof.keys(NOT_EXERCISED) if not_exercised else frozenset())
        edits = changing(subject.plan(chosen))
        if diff:
            if not options.silent:
                emit_patches(edits)
            return FINDINGS if edits or proof.keys(REFUTED) else CLEAN
        written = write_all(edits)
        _tell(proof, written, chosen, options)
        if written.refused:
            return FAILURE
        found = bool(proof.keys(REFUTED) or judged.report.errors)
        return FINDINGS if found or (written.edits and exit_non_zero_on_fix) else CLEAN

    return guarded(act)


def _tell(proof: Proof, written: Written, chosen: frozenset[str], options: CommonOptions) -> None:
    if options.silent:
        return
    lines = applied_lines(written.edits)
    applied = count(len(lines), "edit")
    for found in () if options.quiet else proof.functions:
        if found.edit.key not in chosen:
            reason = f"{found.verdict}: {found.reason}"
            if found.verdict == NOT_EXERCISED:
                reason += " (`--not-exercised` makes this edit)"
            lines.append(f"{found.edit.path}:{found.edit.line} `{found.edit.qualname}` withheld: {reason}")
    if not options.quiet:
        lines += [summary(proof), f"applied {applied} in {count(len(written.edits), 'file')}"]
    emit("".join(f"{line}\n" for line in lines))
