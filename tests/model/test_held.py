"""What expressions and names hold, as data: over all calls, in the body that evaluates them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hybridize_analyzer.model import Analysis, Held, analysis_of
from hybridize_analyzer.report import Location
from hybridize_analyzer.workspace.sources import SourceFile

PROGRAM = """\
import tensorflow as tf

table = tf.Variable(tf.zeros([5, 2]))


class Model:
    def __init__(self):
        self.scale = tf.Variable(1.0)
        self.shift = tf.zeros([])

    def step(self, x, rows):
        y = x * self.scale
        found = []
        for row in rows:
            found.append(row + 1)
        if len(found) > 2:
            y = tf.reduce_sum(x)
        pick = lambda index, other=len(rows): table[index]
        print(f"{y} and {x}", "é", y + 1.0, table)
        if 1 > 2:
            y = self.shift + 1.0
        return pick(0) * 2.0 + 1.0, found


def never(x):
    return x + 1.0


model = Model()
model.step(tf.ones([4, 3]), [1, 2])
model.step(tf.ones([7, 3]), [1, 2])
model.step(tf.ones([7, 3], tf.float64), [1, 2])
"""
STEP, NEVER = 11, 25


def analysed(text: str) -> Analysis:
    path = Path("/nowhere/m.py")
    return analysis_of(path.parent, [SourceFile(path, path.name, text, "utf-8", text.encode())], path.name)


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analysed(PROGRAM)


def held(analysis: Analysis, text: str, line: int) -> Held | None:
    """What the expression at a line holds that reads so."""
    source = PROGRAM.splitlines()[line - 1]
    start = source.index(text) + 1
    return analysis.held(Location("m.py", line, start, line, start + len(text)))


def test_dtype_and_shape_are_those_that_all_calls_agree_on(analysis: Analysis) -> None:
    assert held(analysis, "x * self.scale", STEP + 1) == Held("tensor", None, (None, 3))
    assert held(analysis, "self.scale", STEP + 1) == Held("variable", "float32", (), variables=True)
    assert held(analysis, "tf.reduce_sum(x)", STEP + 6) == Held("tensor", None, ())
    assert held(analysis, "row + 1", STEP + 4) == Held("primitive")


def test_columns_count_code_points_and_texts_with_braces_are_not_looked_into(analysis: Analysis) -> None:
    assert (at := held(analysis, "y + 1.0", STEP + 8)) is not None
    assert at.kind == "tensor"
    assert held(analysis, 'f"{y} and {x}"', STEP + 8) == Held("primitive")


def test_bodies_of_lambdas_belong_to_their_calls_and_defaults_to_what_is_around(analysis: Analysis) -> None:
    assert held(analysis, "table[index]", STEP + 7) == Held("tensor", "float32", (2,))
    assert held(analysis, "len(rows)", STEP + 7) == Held("primitive")


def test_each_link_of_a_chain_of_operators_is_known(analysis: Analysis) -> None:
    assert held(analysis, "pick(0) * 2.0", STEP + 11) == Held("tensor", "float32", (2,))
    assert held(analysis, "self.shift + 1.0", STEP + 10) is None


def test_what_nobody_runs_holds_nothing_that_is_known(analysis: Analysis) -> None:
    assert (at := held(analysis, "x + 1.0", NEVER + 1)) is None or at.kind == "unknown"
    assert held(analysis, "x * self", STEP + 1) is None
    assert analysis.held(Location("other.py", 1, 1, 1, 2)) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("y", Held("tensor", None, None)),
        ("found", Held("object")),
        ("row", Held("primitive")),
        ("pick", Held("callable")),
        ("table", Held("variable", "float32", (5, 2), variables=True)),
        ("self.scale", Held("variable", "float32", (), variables=True)),
        ("self.shift", Held("tensor", "float32", ())),
        ("nothing", None),
    ],
)
def test_a_name_holds_what_all_that_binds_it_gives(
    analysis: Analysis, name: str, expected: Held | None
) -> None:
    assert analysis.held_by_name("m.py", STEP, name) == expected


def test_a_name_is_asked_for_where_a_function_is_defined(analysis: Analysis) -> None:
    assert analysis.held_by_name("m.py", STEP + 1, "y") is None
    assert analysis.held_by_name("other.py", STEP, "y") is None


def test_asking_changes_no_verdict() -> None:
    first, second = analysed(PROGRAM), analysed(PROGRAM)
    for node in ast.walk(ast.parse(PROGRAM)):
        if isinstance(node, ast.expr):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start, end = node.col_offset + 1, node.end_col_offset + 1
            first.held(Location("m.py", node.lineno, start, node.end_lineno, end))
    for line in (STEP, NEVER):
        asked, not_asked = first.function_at("m.py", line), second.function_at("m.py", line)
        assert asked is not None
        assert not_asked is not None
        assert first.judged(asked).report == second.judged(not_asked).report
