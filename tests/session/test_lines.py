"""Laws of the labels of lines."""

from __future__ import annotations

from itertools import pairwise

from hybridize_analyzer.solver.incremental.lines import Lines, follow, read_lines
from hypothesis import given
from hypothesis import strategies as st

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "", "d"]), max_size=12).map("\n".join)


@given(st.lists(TEXTS, min_size=1, max_size=8))
def test_labels_ascend_and_number_every_line(texts: list[str]) -> None:
    lines = read_lines("")
    for text in texts:
        found = follow(lines, text)
        assert found is not None
        lines = found
        assert list(lines.texts) == text.split("\n")
        assert all(x < y for x, y in pairwise(lines.labels))
        assert [lines.number(label) for label in lines.labels] == list(range(1, len(lines.texts) + 1))


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_what_stays_keeps_its_label_and_what_is_new_has_a_new_one(
    head: str, old: str, new: str, tail: str
) -> None:
    before = read_lines(f"{head}\n# one\n{old}\n# two\n{tail}")
    after = follow(before, f"{head}\n# one\n{new}\n# two\n{tail}")
    assert after is not None
    above, below = head.count("\n") + 2, tail.count("\n") + 2
    assert after.labels[:above] == before.labels[:above]
    assert after.labels[-below:] == before.labels[-below:]
    texts = dict(zip(before.labels, before.texts, strict=True))
    assert all(texts.get(x, t) == t for x, t in zip(after.labels, after.texts, strict=True))


def test_a_line_typed_letter_by_letter_never_has_an_old_label() -> None:
    lines: Lines | None = read_lines("def f():\n    x\n    return 1")
    labels = set()
    for end in range(1, 200):
        assert lines is not None
        lines = follow(lines, f"def f():\n    {'x' * end}y\n    return 1")
        assert lines is not None
        labels.add(lines.labels[1])
    assert len(labels) == 199


def test_an_edit_without_room_for_labels_is_refused() -> None:
    lines: Lines | None = read_lines("a\nz")
    for count in range(200):
        if lines is None:
            return
        lines = follow(lines, "a\n" + "\n".join(f"line {i}" for i in range(count)) + "\nz")
    raise AssertionError("there is always room")


def test_files_end_their_lines_in_different_ways() -> None:
    assert read_lines("a\r\nb\rc\nd\x0ce").texts == ("a", "b", "c", "d\x0ce")
