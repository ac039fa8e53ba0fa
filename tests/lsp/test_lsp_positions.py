"""Positions in all encodings, lines as Python counts them, and facts that move with their lines."""

from __future__ import annotations

import random

import pytest
from hybridize_analyzer.report import Location
from hybridize_analyzer.workspace.notebooks import cell_text
from hybridize_lsp.lines import split_lines
from hybridize_lsp.outlines import _read, outlines
from hybridize_lsp.positions import code_points, position, to_range, units
from hybridize_lsp.shifting import shift_between
from hypothesis import given
from hypothesis import strategies as st
from lsp_programs import DECORATED, PROGRAM
from lsprotocol.types import Position

ENCODINGS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
WIDTH = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
TEXTS = st.text(alphabet=st.sampled_from("ab é𝒻😀\t\f\x0b\x85\u2028\r\n"))


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS)
def test_units_are_those_of_the_codec(encoding, text):
    assert units(text, encoding) == len(text.encode(ENCODINGS[encoding])) // WIDTH[encoding]


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, column=st.integers(0, 30))
def test_there_and_back(encoding, text, column):
    lines = split_lines(text) or ("",)
    for number, line in enumerate(lines):
        inside = min(column, len(line.rstrip("\r\n")))
        place = position(lines, number, column, encoding)
        assert place.line == number
        assert code_points(line, place.character, encoding) == inside


@given(text=TEXTS)
def test_lines_are_those_of_python(text):
    lines = split_lines(text)
    assert "".join(lines) == text
    assert [line.rstrip("\r\n") for line in lines] == text.replace("\r\n", "\n").replace("\r", "\n").split(
        "\n"
    )[: len(lines)]


@pytest.mark.parametrize(
    ("encoding", "characters"), [("utf-8", (9, 10)), ("utf-16", (7, 8)), ("utf-32", (6, 7))]
)
def test_a_location_behind_an_emoji(encoding, characters):
    found = to_range(Location("a.py", 2, 7, 2, 8), ["\n", "x = 😀 y\n"], encoding)
    assert (found.start, found.end) == tuple(Position(1, character) for character in characters)


@given(before=st.lists(st.sampled_from("abc")), after=st.lists(st.sampled_from("abc")))
def test_a_line_that_moved_is_the_same_line(before, after):
    shift = shift_between(before, after)
    for number, line in enumerate(before, 1):
        now = shift.line(number)
        if now is not None:
            assert after[now - 1] == line
    kept = [shift.line(n) for n in range(1, len(before) + 1)]
    assert kept == sorted(set(kept) - {None}) or None in kept
    if before == after:
        assert kept == list(range(1, len(before) + 1))


def test_only_the_edited_lines_lose_their_facts():
    shift = shift_between(["a\n", "b\n", "c\n"], ["a\n", "x\n", "y\n", "c\n"])
    assert [shift.line(n) for n in (1, 2, 3)] == [1, None, 4]
    assert shift.location(Location("", 1, 1, 2, 1)) is None
    assert shift.location(Location("", 3, 1, 3, 2)) == Location("", 4, 1, 4, 2)


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("", "\n"),
        ("x = 1", "x = 1\n"),
        ("%matplotlib inline\nx = 1\n", "pass\nx = 1\n"),
        ("if x:\n    !ls\n", "if x:\n    pass\n"),
        ("files = !ls\n", "files = None\n"),
        ("x?\n", "pass\n"),
        ("x = y % z\n", "x = y % z\n"),
        ("%%time\nx = 1\n", "pass\nx = 1\n"),
        ("%%bash\nls -l\n\n", "#%bash\n#s -l\n\n"),
        ("x = 1\r\ny = 2", "x = 1\r\ny = 2\n"),
    ],
)
def test_cells_become_python(source, read):
    assert cell_text(source) == read
    assert outlines(read) is not None


def test_outlines_of_pieces_are_those_of_the_whole():
    chance = random.Random(23)
    whole = PROGRAM + DECORATED + "class C:\n    def m(self, x):\n        return (x,\n            1)\n\n\n"
    pieces = [
        "\n",
        "(\n",
        ")\n",
        '"""\n',
        "@d\n",
        "else:\n",
        "def g():\n",
        "  return\n",
        "\\\n",
        "try:\n    f()\n",
    ]
    parsed = 0
    for _ in range(600):
        lines = (whole * 3).splitlines(keepends=True)
        for _ in range(chance.randrange(1, 3)):
            lines.insert(chance.randrange(len(lines)), chance.choice(pieces))
        found, anew = outlines("".join(lines)), _read("".join(lines))
        assert (found is None) == (anew is None)
        if found is not None and anew is not None:
            parsed += 1
            assert sorted(found, key=lambda o: o.line) == sorted(anew, key=lambda o: o.line)
    assert 50 < parsed < 550


def test_outlines_know_decorators_bodies_and_parameters():
    (found,) = outlines("@a\n@b\ndef é(𝓍, *y,\n      z=1):\n    return 1\n") or ()
    assert (found.qualname, found.first, found.line, found.last) == ("é", 1, 3, 5)
    assert found.parameters == {"x": (3, 8), "y": (3, 12), "z": (4, 8)}
    assert outlines("def f(:\n") is None
