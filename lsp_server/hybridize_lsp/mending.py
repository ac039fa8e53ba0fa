"""Repairs, looked for in the worker: every candidate is tried by an analysis of its own."""

from __future__ import annotations

from hybridize_analyzer.verdict.acceptance import accept
from hybridize_refactorings import repairs_for
from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.top_level import TOP_LEVEL, steps_at_top_level

from hybridize_lsp.jobs import Repair, RepairJob, Repairs
from hybridize_lsp.trees import Tree, snapshot


def repairs(job: RepairJob, tree: Tree) -> Repairs:
    """The edits that repair one function and convert it, or a part of it."""
    now = snapshot(tree, job.buffers)
    sources = {source.relative: source for source in now.sources}
    path = next((source.relative for source in now.open if str(source.path) == job.path), None)
    if path is None:
        return Repairs(job.number, ())
    accepted, session = frozenset(tree.settings.assume), tree.session
    analyst = Analyst(tree.folder, {path}, session.keras, session.environment, accepted)
    report = accept(session.report(now.sources, {path}), accepted)
    functions = [
        f for f in report.functions if (f.path, f.qualname, f.line) == (path, job.qualname, job.line)
    ]
    if job.qualname == TOP_LEVEL:
        functions = list(steps_at_top_level(sources, {path}))
    offers = [offer for function in functions for offer in repairs_for(function, report, sources, analyst)]
    return Repairs(
        job.number,
        tuple(Repair(o.title, o.edit.after, o.difference) for o in offers if o.kind == "refactor.rewrite"),
    )
