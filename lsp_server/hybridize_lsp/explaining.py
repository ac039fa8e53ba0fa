"""Explanations, made in the worker: the group of a file is analysed once more, and asked."""

from __future__ import annotations

from hybridize_analyzer.model import Analysis, NothingThere, Step, analysis_of
from hybridize_analyzer.workspace.errors import InputError

from hybridize_lsp.jobs import Explanation, WhyJob
from hybridize_lsp.trees import Tree, snapshot

_DEPTH = 6
"""Levels of an explanation, as on the command line."""


def explanation(job: WhyJob, tree: Tree) -> Explanation:
    """From where the verdict of a function comes, or what an expression holds."""
    now = snapshot(tree, job.buffers)
    path = next((source.relative for source in now.open if str(source.path) == job.path), None)
    if path is None:
        return Explanation(job.number, problem="the file is not analysed: it does not parse, or is left out")
    try:
        keras, environment = tree.session.keras, tree.session.environment
        analysis = analysis_of(tree.folder, now.sources, path, keras=keras, environment=environment)
        step = _step(analysis, path, job)
    except InputError as error:
        return Explanation(job.number, problem=str(error))
    return Explanation(job.number, "".join(f"{line}\n" for line in step.lines(_DEPTH)))


def _step(analysis: Analysis, path: str, job: WhyJob) -> Step:
    """What is selected, else the expression at the column, else the function around the line."""
    if job.text:
        return analysis.why(path, job.line, job.text)
    function = analysis.function_at(path, job.line)
    if function is None or job.line > function.node.lineno:
        try:
            return analysis.why(path, job.line, job.column)
        except NothingThere:
            pass
    return analysis.why(path, job.line)
