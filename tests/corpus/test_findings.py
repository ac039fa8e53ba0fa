"""Findings read as a maintainer would: that the page says what was judged, and that the judgements are complete."""

from dataclasses import replace

from corpus.findings.__main__ import PAGE, drawn
from corpus.findings.judgements import DRAWN, VERDICTS, read
from corpus.findings.page import CAUSES, page


def test_the_page_is_made_of_the_judgements():
    assert PAGE.read_text(encoding="utf-8") == page(read())


def test_every_finding_has_a_verdict_a_reason_and_where_it_is_not_useful_a_cause():
    for draw in read():
        names = [repository.name for repository in draw.repositories]
        # Where fewer than eight of many repositories have a finding, all that have one are read.
        assert len(set(names)) == len(names)
        assert len(names) >= 8 or draw.note.startswith("All ")
        for repository in draw.repositories:
            assert len(repository.commit) == 40
            assert len(repository.judged) == min(repository.findings, draw.most)
            for each in repository.judged:
                assert each.verdict in VERDICTS
                assert each.reason
                assert (each.cause in CAUSES) is (each.verdict != "useful")


def test_no_repository_is_drawn_twice():
    """Repairs are drawn apart from what is found without them."""
    draws = read()
    repairs = [draw for draw in draws if draw.note.startswith("All repairs")]
    for same in (repairs, [draw for draw in draws if draw not in repairs]):
        names = [repository.name for draw in same for repository in draw.repositories]
        assert len(set(names)) == len(names)


def test_a_draw_depends_on_the_seed_and_not_on_the_order_of_the_report():
    findings = [
        {"path": "a.py", "line": line, "function": f"f{line}", "rule": "eager-function"} for line in range(99)
    ]
    first = drawn("owner/name", 15, findings)
    assert len(first) == DRAWN
    assert first == drawn("owner/name", 15, findings[::-1])
    assert first != drawn("owner/name", 16, findings)


def test_the_page_counts_what_is_still_reported():
    draw = read()[0]
    gone = tuple(
        replace(r, judged=tuple(replace(j, still=j.verdict == "useful") for j in r.judged))
        for r in draw.repositories
    )
    useful = sum(j.verdict == "useful" for r in gone for j in r.judged)
    assert f"| {useful} of {useful} (100 %) | 0 of {useful} (0 %) |" in page(
        [replace(draw, repositories=gone)]
    )
