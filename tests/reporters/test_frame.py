"""Code frames: marks stand below their range, whatever the width of the characters."""

from __future__ import annotations

import pytest
from hybridize_cli.reporters.frame import frame
from hybridize_cli.reporters.source_lines import line_reader
from hypothesis import given, settings
from hypothesis import strategies as st
from reporter_cases import source
from rich.cells import cell_len

LINES = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab \t漢🙂\u0301\u200d\x1b"), st.characters(exclude_characters="\r\n")
    ),
    max_size=80,
)


@pytest.mark.parametrize(
    ("text", "column", "end_column", "shown"),
    [
        ("a = b", 5, 6, ("a = ", "b", "", 4, 1)),
        ("漢 = 字x", 5, 6, ("漢 = ", "字", "x", 5, 2)),
        ("\tx\ty", 4, 5, ("    x   ", "y", "", 8, 1)),
        ("f(\n", 1, None, ("", "f(", "", 0, 2)),
        ("ab", 9, 9, ("ab", "", "", 2, 1)),
        ("ab", 2, 1, ("a", "", "b", 1, 1)),
        ("", 1, 2, ("", "", "", 0, 1)),
    ],
)
def test_marks(text: str, column: int, end_column: int | None, shown: tuple[str, str, str, int, int]) -> None:
    result = frame(text.rstrip("\n"), column, end_column, 40)
    assert (result.before, result.range, result.after, len(result.indent), len(result.marks)) == shown


@given(LINES, st.integers(1, 90), st.integers(0, 20), st.integers(20, 60))
@settings(deadline=None)
def test_frame_fits_and_marks_align(text: str, column: int, length: int, width: int) -> None:
    result = frame(text, column, column + length, width)
    assert cell_len(result.before + result.range + result.after) <= width
    assert len(result.indent) == cell_len(result.before)
    assert len(result.marks) == max(1, cell_len(result.range))
    assert not set(result.before + result.range + result.after) & set("\t\r\n\x1b")


@given(LINES, st.integers(1, 90), st.integers(0, 20))
@settings(deadline=None)
def test_wide_frame_loses_no_text(text: str, column: int, length: int) -> None:
    result = frame(text, column, column + length, 10_000)
    shown = (result.before + result.range + result.after).replace(" ", "")
    kept = [char for char in shown if not "\u2400" <= char <= "\u2421" and char != "\ufffd"]
    assert set(kept) <= set(text)
    assert len(shown) <= len(text)
    assert "…" not in shown or "…" in text


def test_megabyte_line_is_cut_quickly() -> None:
    result = frame("x" * 5_000_000, 2_500_000, 2_500_005, 60)
    assert (result.before[0], result.range, result.after[-1]) == ("…", "xxxxx", "…")


def test_lines_are_split_as_python_does() -> None:
    text = "a\x0cb\u2028c\rd\r\ne\n\x85f"
    read_line = line_reader({"m.py": source("m.py", text)})
    assert [read_line("m.py", line) for line in range(6)] == [
        None,
        "a\x0cb\u2028c",
        "d",
        "e",
        "\x85f",
        None,
    ]
    assert read_line("other.py", 1) is None
