"""Predicted and real numbers of traces for the functions of the bundled models, or of other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.workspace.sources import SourceFile

from corpus.traces.counting import Count, Counted, Request

MODELS = Path(__file__).resolve().parents[1] / "models"
STEPS = 4


@dataclass(frozen=True, slots=True)
class Program:
    """A folder whose entry is `main.py`.  argv: the arguments of a run."""

    folder: Path
    argv: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.folder.name


def bundled() -> list[Program]:
    """The models of this repository, each of which runs a few steps."""
    return [model(path.parent.name) for path in sorted(MODELS.glob("*/main.py"))]


def model(name: str) -> Program:
    return Program(MODELS / name, ("--steps", str(STEPS)))


def named(text: str) -> Program:
    """A bundled model by its name, or any folder with a `main.py`.  Raises ValueError for what is neither."""
    if (MODELS / text / "main.py").is_file():
        return model(text)
    folder = Path(text).resolve()
    if (folder / "main.py").is_file():
        return Program(folder)
    raise ValueError(f"{text} is neither a bundled model nor a folder with a main.py; name one of them")


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


def functions_of(program: Program) -> tuple[FunctionReport, ...]:
    """The functions of a program as the analysis reports them."""
    folder = program.folder
    files = [(path, path.read_bytes()) for path in sorted(folder.rglob("*.py"))]
    sources = [SourceFile(p, p.relative_to(folder).as_posix(), b.decode(), "utf-8", b) for p, b in files]
    return analyze(folder, sources).functions


def compare(program: Program, count: Count) -> Iterator[Compared]:
    """Runs the program once for every function that has a prediction."""
    for function in functions_of(program):
        request = Request(str(program.folder), "main.py", function.path, function.line, program.argv)
        predicted = function.tracing.count is not None
        yield Compared(program.name, function, count(request) if predicted else None)
