"""The page about proofs: what is counted, listed and drawn."""

import json
from pathlib import Path
from xml.etree import ElementTree

from corpus.proofs.page import page, plot, steps
from corpus.proofs.subjects import PUBLIC, models

DOCS = Path(__file__).parents[2] / "docs/measured"


def proved(name, verdict, *, safe=True):
    return {"path": "a.py", "line": 3, "qualname": name, "safe": safe, "verdict": verdict, "reason": "why"}


def timed(name, calls, speed_up):
    each = {"calls": calls, "each": 0.002, "traces": 1, "tracing": 0.1}
    edited = each if speed_up else None
    return {"qualname": name, "original": each, "edited": edited, "speed_up": speed_up, "break_even": 5}


PROOFS = {
    "mlp": {"runs": 3, "functions": [proved("a", "proved"), proved("b", "refuted", safe=False)]},
    "cnn": {
        "runs": 4,
        "functions": [
            proved("c", "not exercised"),
            proved("idle", "not exercised") | {"reason": "the command never calls it"},
        ],
    },
    "dqn": None,
}
SPEED = {"mlp": {"functions": [timed("a", 100, 4.0), timed("rare", 2, 9.0), timed("inner", 50, None)]},
         "cnn": {"functions": [timed("c", 10, 1.0)]}, "dqn": None}  # fmt: skip


def test_page():
    lines = page(PROOFS, SPEED, "settings").splitlines()
    assert "| mlp | 1 | 1 | 0 | 0 | 1 | 0 | 1 | 0 | 3 |" in lines
    assert "- cnn: 1 that the command never calls" in lines
    assert not any("idle" in line for line in lines)
    assert "| dqn | – | – | – | – | – | – | – | – | – |" in lines
    assert "| **all** | **3** | **1** | **0** | **2** | **1** | **0** | **1** | **0** | **7** |" in lines
    assert "- mlp: `a.py:3` `b` (unsafe): why" in lines
    assert any("**2.50x** (geometric mean 2.00x)" in line for line in lines)
    assert "Not verified: dqn." in lines
    assert "Not measured: dqn." in lines


def test_step_functions_are_those_that_are_called_often():
    assert steps(SPEED) == [("mlp", "a", 4.0), ("cnn", "c", 1.0)]
    root = ElementTree.fromstring(plot(SPEED))
    assert sum(element.tag.endswith("rect") for element in root.iter()) == 3


def test_subjects():
    assert len(models()) == 17
    assert {subject.name for subject in PUBLIC} == {"dm-sonnet", "vegasflow", "gpflow", "psiz"}


def test_the_page_in_docs_shows_its_figures_and_no_safe_edit_is_refuted():
    figures = json.loads((DOCS / "verify-results.json").read_text(encoding="utf-8"))
    written = (DOCS / "verify-results.md").read_text(encoding="utf-8")
    assert written == page(figures["verify"], figures["measure"], figures["settings"])
    functions = [f for proof in figures["verify"].values() if proof for f in proof["functions"]]
    assert not [f for f in functions if f["safe"] and f["verdict"] == "refuted"]
