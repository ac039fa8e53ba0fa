"""Every case folder renders to its expected files; `UPDATE_CASES=1 pytest` writes them."""

from __future__ import annotations

import os

import pytest
import reporter_cases
from hybridize_cli.reporters import FORMATS, RenderContext, render

UPDATE = os.environ.get("UPDATE_CASES") == "1"


@pytest.mark.parametrize("name", reporter_cases.names())
def test_case_renders_as_expected(name: str) -> None:
    report, context, formats = reporter_cases.load(name)
    for format_ in formats:
        expected = reporter_cases.CASES / name / f"expected.{format_}.{reporter_cases.SUFFIXES[format_]}"
        text = render(format_, report, context)
        if UPDATE:
            expected.write_bytes(text.encode("utf-8"))
        assert text.encode("utf-8") == expected.read_bytes(), f"{expected}: run UPDATE_CASES=1 and review"


@pytest.mark.parametrize("name", reporter_cases.names())
def test_case_has_no_left_over_expectations(name: str) -> None:
    _, _, formats = reporter_cases.load(name)
    found = {path.name for path in (reporter_cases.CASES / name).glob("expected.*")}
    assert found == {f"expected.{format_}.{reporter_cases.SUFFIXES[format_]}" for format_ in formats}


def test_every_format_has_a_case() -> None:
    covered = {format_ for name in reporter_cases.names() for format_ in reporter_cases.load(name)[2]}
    assert covered == set(FORMATS) == set(reporter_cases.SUFFIXES)


@pytest.mark.parametrize("name", reporter_cases.names())
@pytest.mark.parametrize("format_", FORMATS)
def test_output_is_utf8_and_ends_in_one_newline(name: str, format_: str) -> None:
    report, context, _ = reporter_cases.load(name)
    text = render(format_, report, context)
    assert text.encode("utf-8").decode("utf-8") == text
    assert text == "" or (text.endswith("\n") and not text.endswith("\n\n"))


def test_unknown_format_names_the_known_ones() -> None:
    report, _, _ = reporter_cases.load("empty")
    with pytest.raises(ValueError, match="unknown output format 'xml'; use one of full, concise, json,"):
        render("xml", report, RenderContext(reporter_cases.ROOT))
