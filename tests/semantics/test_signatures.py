"""Inferred signatures, built and called: the program prints the same, and each function object has one graph."""

from __future__ import annotations

import contextlib
import io
import runpy
from pathlib import Path
from typing import Any

import pytest
from corpus.traces.counting import WRAPPER, instrumented
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import FunctionReport

from fact_comments import sources_of

CASES = sorted((Path(__file__).parent / "cases" / "signatures").glob("*.py"))


def with_signature(case: Path) -> list[FunctionReport]:
    return [f for f in analyze(case.parent, sources_of(case)).functions if f.input_signature]


def printed(path: Path, program: str, wrap: Any = None) -> str:
    """What a program prints, run from a file of its own, where AutoGraph finds it."""
    import tensorflow as tf

    path.write_text(program, encoding="utf-8")
    tf.keras.utils.set_random_seed(0)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        runpy.run_path(str(path), {WRAPPER: wrap}, run_name="__main__")
    return output.getvalue()


@pytest.mark.tf
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.stem)
def test_a_signature_fits_every_call_and_makes_one_graph_of_them(case: Path, tmp_path: Path) -> None:
    import tensorflow as tf

    text = case.read_text(encoding="utf-8")
    expected = printed(tmp_path / "eager.py", text)
    functions = with_signature(case)
    assert len(functions) >= 3
    for function in functions:
        made: list[Any] = []

        def wrap(python: Any, of: FunctionReport = function, made: list[Any] = made) -> Any:
            specs = eval(of.input_signature or "", {"tf": tf})
            made.append(tf.function(python, input_signature=specs))
            return made[-1]

        program = instrumented(text, function.line)
        assert printed(tmp_path / f"{function.qualname}.py", program, wrap) == expected, function.qualname
        assert len(made) == 1
        assert made[0].experimental_get_tracing_count() <= 1, function.qualname
