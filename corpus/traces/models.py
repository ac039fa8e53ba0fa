"""Predicted and real numbers of traces for the functions of the bundled models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.project.sources import SourceFile
from hybridize_analyzer.report import FunctionReport

from corpus.traces.counting import Counted, Counter, Request

MODELS = Path(__file__).resolve().parents[1] / "models"
STEPS = 4


@dataclass(frozen=True, slots=True)
class Compared:
    """One function.  real: None where there is no prediction to compare with."""

    model: str
    function: FunctionReport
    real: Counted | None

    @property
    def comparable(self) -> bool:
        """Whether the function was predicted, was called, and can be traced at all."""
        return self.real is not None and self.real.error is None and self.real.traces is not None

    @property
    def exact(self) -> bool:
        return self.real is not None and self.function.tracing.count == self.real.traces


def functions_of(model: str) -> tuple[FunctionReport, ...]:
    """The functions of a model as the analysis reports them."""
    folder = MODELS / model
    files = [(path, path.read_bytes()) for path in sorted(folder.rglob("*.py"))]
    sources = [SourceFile(p, p.relative_to(folder).as_posix(), b.decode(), "utf-8", b) for p, b in files]
    return analyze(folder, sources).functions


def compare(model: str, counter: Counter) -> Iterator[Compared]:
    """Runs the model once for every function that has a prediction."""
    for function in functions_of(model):
        request = Request(
            str(MODELS / model), "main.py", function.path, function.line, ("--steps", str(STEPS))
        )
        predicted = function.tracing.count is not None
        yield Compared(model, function, counter.count(request) if predicted else None)
