"""Hand-made results for tests of what happens to results."""

from pathlib import Path

from hybridize_analyzer.report import Finding, FunctionReport, Location, Report, Severity


def finding(
    rule="print-in-graph", path="a.py", line=1, *, code="HYB101", function=None, message="`print` runs once"
):
    """A finding on columns 1 to 5 of `line`."""
    location = Location(path, line, 1, line, 5)
    return Finding(rule, code, message, location, Severity.WARNING, function)


def function(qualname, line, path="a.py"):
    """A function of which nothing is known but its place."""
    return FunctionReport(
        path=path,
        qualname=qualname,
        line=line,
        location=Location(path, line, 5, line, 5 + len(qualname)),
        hybrid=False,
        verdict="keep",
        safe=False,
    )


def report(*findings, functions=(), root=Path("/project"), errors=()):
    """A report of these findings."""
    return Report(root, tuple(functions), tuple(findings), tuple(errors))
