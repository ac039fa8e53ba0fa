"""The page about speed-ups: what it says of results, and that it is what its figures give."""

import json
from pathlib import Path

import pytest

from corpus.speedups.page import gained, mean, page, plot
from corpus.speedups.programs import PUBLIC, bundled

DOCS = Path(__file__).parents[2] / "docs/measured"


def times(total):
    return {"calls": 10, "each": total / 10, "total": total, "traces": 0, "tracing": 0.0, "memory": 0}


def edit(name, **more):
    return {"path": "main.py", "qualname": name, "line": 1, "edit": "adds `@tf.function`", **more}


FAST = {
    "before": 9.0,
    "after": 6.0,
    "kept": [
        edit("step", original=times(4.0), edited=times(1.0)),
        edit("inner", original=times(1.0), edited=None),
    ],
    "rejected": [edit("other", reason="it is not faster")],
}
NOTHING = {"before": None, "after": None, "kept": [], "rejected": []}


def test_a_function_inside_a_graph_does_not_count_twice():
    assert gained({"fast": FAST, "nothing": NOTHING, "missing": None}) == [("fast", 9.0, 6.0, 4.0)]


def test_the_mean_is_geometric():
    assert mean([2.0, 8.0]) == pytest.approx(4.0)
    assert mean([]) == 1.0


def test_the_page_tells_all_results():
    text = page({"fast": FAST, "nothing": NOTHING, "missing": None}, "On a machine")
    assert "2 programs; in 1 of them edits are kept, 2 in all, and 1 were tried and turned down" in text
    assert "| fast | 9.0 s → 6.0 s | 1.50x | 4.00x | `step`, `inner` | 1 |" in text
    assert "| nothing | – | – | – | nothing |  |" in text
    assert "Not run, or without a result: missing." in text
    assert "- fast, `other` (adds `@tf.function`): it is not faster" in text
    assert plot({"fast": FAST}).count("<rect") == 2


def test_a_slower_program_is_named():
    assert "Slower as a whole: fast." in page({"fast": {**FAST, "after": 9.5}}, "")


def test_names_are_told_apart():
    names = [*(s.name for s in bundled()), *(p.name for p in PUBLIC)]
    assert len(names) == len(set(names))


@pytest.mark.skipif(not (DOCS / "speedups.json").exists(), reason="nothing has been measured yet")
def test_the_page_in_docs_is_what_its_figures_give():
    figures = json.loads((DOCS / "speedups.json").read_text(encoding="utf-8"))
    assert (DOCS / "speedups.md").read_text(encoding="utf-8") == page(
        figures["programs"], figures["settings"]
    )
    assert (DOCS / "speedups.svg").read_text(encoding="utf-8") == plot(figures["programs"])
