"""`docs/measured/gain.md` shows what was measured; `corpus.gain` times programs."""

import json
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.verdict import gain
from hybridize_analyzer.workspace.sources import SourceFile

from corpus.gain.generated import programs
from corpus.gain.page import agreement, expected, page
from corpus.gain.plot import plot
from corpus.gain.timing import Measured, converted, measure, written

DOCS = Path(__file__).resolve().parents[2] / "docs/measured"


def stored():
    document = json.loads((DOCS / "gain.json").read_text(encoding="utf-8"))
    return document["machine"], [Measured(**row) for row in document["functions"]]


def test_the_page_shows_the_measurements():
    machine, rows = stored()
    assert (DOCS / "gain.md").read_text(encoding="utf-8") == page(rows, machine), (
        "run `python -m corpus.gain`"
    )
    assert (DOCS / "gain.svg").read_text(encoding="utf-8") == plot(rows)


def test_the_expected_gain_is_mostly_the_measured_one():
    timed = [row for row in stored()[1] if row.speed_up is not None]
    exact, near = agreement(timed)
    assert len(timed) >= 60
    assert exact / len(timed) >= 0.75
    assert near / len(timed) >= 0.95


@pytest.mark.parametrize(
    ("name", "ops", "least", "most"),
    [
        ("16 elementwise, 64x64", 16, 16 * 64**2, 16 * 64**2),
        ("1 matmul, 256x256", 1, 256**3, 256**3),
        ("loop of 32, 3 in it, 8x8", 96, 96 * 64, 96 * 64),
        ("gradient of 16, 8x8", 54, 17 * 64, 60 * 64),
    ],
)
def test_what_generated_programs_compute_is_counted(name, ops, least, most):
    with written(dict(programs())[name]) as folder:
        (function,) = converted(folder)[1]
    assert function.ops == ops
    assert least <= function.work <= most


@pytest.mark.parametrize(
    ("ops", "work", "size"),
    [(1, 1, "low"), (16, 0, "low"), (20, 0, "medium"), (64, 0, "high"), (64, 10**9, "low")],
)
def test_classes_follow_from_operations_and_arithmetic(ops, work, size):
    assert gain.size_of(gain.speed_up(ops, work)) == size


@pytest.mark.tf
def test_programs_are_timed():
    with written(dict(programs())["64 elementwise, 1x1"]) as folder:
        (row,) = measure("many", folder)
    assert row.error is None
    assert expected(row) == "high"
    assert row.speed_up is not None
    assert row.speed_up > 1.0


def test_what_is_said_to_gain_nothing_measures_so():
    timed = [row for row in stored()[1] if row.speed_up is not None]
    small = [row for row in timed if row.expected < 1.0]
    assert sum(row.speed_up < 1.2 for row in small) / len(small) >= 0.8


def test_check_says_where_no_gain_is_expected():
    text = "import tensorflow as tf\n\ndef f(x):\n    {}\n    return x\n\nx = tf.ones([3])\nfor _ in range(9):\n    f(x)\n"
    notes = {}
    for count in (gain.FEWEST - 1, gain.FEWEST):
        program = text.format("\n    ".join(["x = tf.tanh(x)"] * count)).encode()
        report = analyze(
            Path("/nowhere"), [SourceFile(Path("/nowhere/m.py"), "m.py", program.decode(), "utf-8", program)]
        )
        (finding,) = report.findings
        notes[count] = "; ".join(finding.notes)
    assert f"no gain expected below {gain.FEWEST} operations" in notes[gain.FEWEST - 1]
    assert "no gain" not in notes[gain.FEWEST]
