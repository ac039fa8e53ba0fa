"""TensorFlow traces as often as the cases claim, and as the analysis predicts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus.traces import counting as traces_counting
from corpus.traces.counting import Count, Counted, Request, counting
from executed import Executed
from executed import claims as executed_claims
from hybridize_analyzer.analyze import analyze

from fact_comments import sources_of

TESTS = Path(__file__).parents[1]
CASES = sorted((Path(__file__).parent / "cases" / "traces").glob("*.py"))
_CLAIM = re.compile(r"# tf: traces (?P<traces>\d+)")


@pytest.fixture(scope="module")
def executed() -> Iterator[Executed]:
    """Which cases have been traced."""
    yield from executed_claims(Path(traces_counting.__file__))


@pytest.fixture(scope="module")
def count() -> Iterator[Count]:
    with counting() as started:
        yield started


def claims(case: Path) -> dict[int, int]:
    """Line of `def` -> claimed number of traces, from the comment above it (and above its decorators)."""
    lines = case.read_text(encoding="utf-8").splitlines()
    found: dict[int, int] = {}
    for number, line in enumerate(lines, 1):
        claim = _CLAIM.search(line)
        if claim:
            at = next(
                i for i, text in enumerate(lines[number:], number + 1) if text.lstrip().startswith("def ")
            )
            found[at] = int(claim["traces"])
    return found


@pytest.mark.tf
@pytest.mark.parametrize("case", [c for c in CASES if claims(c)], ids=lambda c: c.stem)
def test_tensorflow_traces_as_claimed(case: Path, count: Count, executed: Executed) -> None:
    claimed = claims(case)

    def traces() -> None:
        real = {
            line: count(Request(str(case.parent), case.name, case.name, line)) for line in sorted(claimed)
        }
        assert real == {line: Counted(traces) for line, traces in claimed.items()}

    executed(case.relative_to(TESTS).as_posix(), lambda: case.read_text("utf-8"), traces)


@pytest.mark.parametrize("case", [c for c in CASES if claims(c)], ids=lambda c: c.stem)
def test_traces_are_predicted_as_claimed(case: Path) -> None:
    claimed = claims(case)
    report = analyze(case.parent, sources_of(case))
    predicted = {f.line: f.tracing for f in report.functions if f.line in claimed}
    for line, tracing in predicted.items():
        assert tracing.count in (None, claimed[line])
        assert tracing.least <= claimed[line]
        assert tracing.most is None or claimed[line] <= tracing.most
