"""The page about speed-ups: what it says of results, and that it is what its figures give."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import corpus.speedups.__main__ as speedups
from corpus.proofs.run import ProofError
from corpus.proofs.subjects import Subject
from corpus.recovery.manifest import SUBJECTS, held_back
from corpus.speedups.page import gains, mean, page, plot
from corpus.speedups.programs import PUBLIC, SUITES, Public, bundled, taken
from corpus.speedups.whole import whole_runs

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
    "untried": [],
}
NOTHING = {"before": None, "after": None, "kept": [], "rejected": [], "untried": []}
KINDS = {"fast": "bundled model", "nothing": "test suite", "missing": "test suite"}
WHOLE = {"before": [9.0, 8.0], "after": [5.0, 4.0], "authors": [3.8, 3.0]}


def test_a_function_inside_a_graph_does_not_count_twice():
    (gain,) = gains({"fast": FAST, "nothing": NOTHING, "missing": None})
    assert (gain.name, gain.functions, gain.before, gain.after, gain.authors) == ("fast", 4.0, 9.0, 6.0, None)


def test_whole_runs_in_turns_stand_in_for_those_of_speedup():
    (gain,) = gains({"fast": {**FAST, "whole": WHOLE}})
    assert (gain.before, gain.after, gain.authors) == (8.0, 4.0, 3.0)
    text = page(
        {"fast": {**FAST, "whole": WHOLE}, "nothing": {**NOTHING, "whole": WHOLE, "state": "abc1234"}},
        "",
        KINDS,
    )
    assert "| fast | 4.00x | 8.0 s → 4.0 s | 2.00x | 3.0 s (75%) | `step`, `inner` | 1 |  | earlier |" in text
    assert "| nothing | – | – | – | 3.0 s (38%) | nothing |  |  | abc1234 |" in text
    assert (
        "53% of their speed, the geometric mean over 2; below 90%, also of the processor's time: fast (75%), nothing (38%)."
        in text
    )


BUSY = {"before": [8.0], "after": [4.0], "authors": [3.9]}


def test_other_work_of_the_machine_makes_no_program_slower():
    """Beside the clock stands the time of the processor."""
    text = page({"fast": {**FAST, "whole": WHOLE, "processor": BUSY}}, "", KINDS)
    assert "| 3.0 s (75%; 98%) |" in text
    assert "below 90%, also of the processor's time: none." in text
    slow = {**FAST, "whole": {"before": [4.0], "after": [6.0]}}
    assert "Slower as a whole: fast." in page({"fast": slow}, "", KINDS)
    same = {**slow, "processor": {"before": [4.0], "after": [4.1]}}
    assert "Slower as a whole: none." in page({"fast": same}, "", KINDS)


def test_the_mean_is_geometric():
    assert mean([2.0, 8.0]) == pytest.approx(4.0)
    assert mean([]) == 1.0


def test_the_page_tells_all_results():
    text = page({"fast": FAST, "nothing": NOTHING, "missing": None}, "On a machine", KINDS)
    assert (
        "2 programs: 1 bundled model, 1 test suite. In 1 of them edits are kept, 2 in all, and 1 were tried and turned down"
        in text
    )
    assert "| fast | 4.00x | 9.0 s → 6.0 s | 1.50x |  | `step`, `inner` | 1 |  | earlier |" in text
    assert "| nothing | – | – | – |  | nothing |  |  | earlier |" in text
    assert "Not run, or without a result: missing." in text
    assert "- fast, `other` (adds `@tf.function`): it is not faster" in text
    assert plot({"fast": FAST}).count("<rect") == 2


def test_programs_with_hot_spots_count_where_nothing_is_kept():
    """Also where nothing could be tried; but not where nothing takes time."""
    hot = {**NOTHING, "eager": [{"path": "a.py", "qualname": "f", "line": 1, "share": 0.5, "rules": []}]}
    kinds = {**KINDS, "hot": "test suite"}
    text = page({"fast": FAST, "hot": hot, "nothing": NOTHING}, "", kinds)
    assert "the geometric mean is 4.00x over the edited functions and 1.50x over whole runs" in text
    assert "Over the 2 programs that have eager hot spots" in text
    assert "with 1x where nothing is kept, it is 2.00x and 1.22x." in text


def test_figures_of_single_programs_take_the_place_of_earlier_ones(tmp_path, monkeypatch):
    kept, docs = tmp_path / "kept", tmp_path / "docs"
    kept.mkdir()
    docs.mkdir()
    monkeypatch.setattr(speedups, "KEPT", kept)
    monkeypatch.setattr(speedups, "DOCS", docs)

    def write(name, found):
        (kept / f"{name}.json").write_text(json.dumps({**found, "root": "/secret", "whole": {}}))
        assert speedups.main(["--kept", "--write", name]) == 0
        return json.loads((docs / "speedups.json").read_text())["programs"]

    assert list(write("vae", {**NOTHING, "state": "1111111"})) == ["vae"]
    assert list(write("cnn", {**FAST, "state": "2222222"})) == ["cnn", "vae"]  # in the order of the programs
    programs = write("vae", {**FAST, "state": "3333333"})
    assert {name: found["state"] for name, found in programs.items()} == {"cnn": "2222222", "vae": "3333333"}
    text = (docs / "speedups.md").read_text()
    assert "| `step`, `inner` | 1 |  | 2222222 |" in text
    assert "| 3333333 |" in text
    assert "secret" not in (docs / "speedups.json").read_text()
    assert speedups.main(["--kept", "--write", "mlp"]) == 2  # it has none, and takes nothing away
    assert set(json.loads((docs / "speedups.json").read_text())["programs"]) == {"cnn", "vae"}


def test_a_slower_program_is_named():
    assert "Slower as a whole: fast." in page({"fast": {**FAST, "after": 9.5}}, "", KINDS)


def test_names_are_told_apart():
    names = [*(s.name for s in bundled()), *(p.name for p in (*PUBLIC, *SUITES))]
    assert len(names) == len(set(names))


@pytest.mark.skipif(not (DOCS / "speedups.json").exists(), reason="nothing has been measured yet")
def test_the_page_in_docs_is_what_its_figures_give():
    figures = json.loads((DOCS / "speedups.json").read_text(encoding="utf-8"))
    assert (DOCS / "speedups.md").read_text(encoding="utf-8") == page(
        figures["programs"], figures["settings"], figures["kinds"]
    )
    assert (DOCS / "speedups.svg").read_text(encoding="utf-8") == plot(figures["programs"])


@pytest.mark.parametrize("program", [*PUBLIC, *SUITES], ids=lambda program: program.name)
def test_programs_come_from_the_open_half(program):
    """Nobody looks into the repositories that the measurement of recovered graphs holds back."""
    assert program.repository not in held_back(SUBJECTS)
    assert re.fullmatch("[0-9a-f]{40}", program.commit)
    assert all(old != new for _, old, new in program.replaced)


def planted(mirror, files):
    """A bare repository with one commit; gives the commit."""
    work = mirror / "work"
    for name, text in files.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
    git = ["git", "-C", str(work), "-c", "user.name=a", "-c", "user.email=a@b"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *arguments], check=True)
    bare = mirror / "me+it" / "repo"
    subprocess.run(["git", "clone", "-q", "--bare", str(work), str(bare)], check=True)
    return subprocess.run(
        ["git", "-C", str(bare), "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()


SCRIPT = "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    return x\n\n\nEPOCHS = 50\n"


def test_a_public_program_is_taken_with_and_without_its_graphs(tmp_path):
    commit = planted(tmp_path, {"folder/train.py": SCRIPT, "folder/other.py": "", "else.py": ""})
    changed = (("train.py", "EPOCHS = 50", "EPOCHS = 2"),)
    program = Public("it", "me/it", commit, "folder", ("train.py",), ("train.py",), changed, paths=("",))
    found = taken(program, tmp_path, tmp_path / "build")
    assert found.graphs == 1
    stripped = (found.subject.folder / "train.py").read_text()
    assert stripped == SCRIPT.replace("@tf.function\n", "").replace("50", "2")
    assert (found.authors / "train.py").read_text() == SCRIPT.replace("50", "2")
    assert [path.name for path in found.authors.iterdir()] == ["train.py"]
    assert found.subject.command[1:] == ("-m", "small", "train.py")
    suite = replace(program, tests=True, stripped=False)
    as_written = taken(suite, tmp_path, tmp_path / "build")
    assert (as_written.graphs, as_written.authors) == (0, None)
    assert as_written.subject.command[1:3] == ("-m", "pytest")
    assert "@tf.function" in (as_written.subject.folder / "train.py").read_text()
    with pytest.raises(ProofError, match=r"train\.py has no 'EPOCHS = 7' to replace"):
        taken(replace(program, replaced=(("train.py", "EPOCHS = 7", ""),)), tmp_path, tmp_path / "build")
    with pytest.raises(ProofError, match="no 000000000000"):
        taken(replace(program, commit="0" * 40), tmp_path, tmp_path / "build")


def test_whole_runs_go_back_and_forth_in_copies(tmp_path):
    trees = {}
    for name in ("before", "after"):
        trees[name] = tmp_path / name
        trees[name].mkdir()
        (trees[name] / "run.py").write_text(
            f"import pathlib\nassert not pathlib.Path('mark').exists()\npathlib.Path('mark').touch()\n"
            f"open({str(tmp_path / 'log')!r}, 'a').write('{name} ')\n"
        )
    subject = Subject("it", trees["before"], (sys.executable, "run.py"))
    runs = whole_runs(subject, trees, tmp_path, 2)
    assert {name: len(each) for name, each in runs.items()} == {"before": 2, "after": 2}
    assert all(run.seconds > 0.0 and run.processor > 0.0 for each in runs.values() for run in each)
    assert (tmp_path / "log").read_text().split() == ["before", "after", "after", "before"]
    (trees["after"] / "run.py").write_text("raise SystemExit(3)")
    with pytest.raises(ProofError, match="it, after, exited with 3"):
        whole_runs(subject, trees, tmp_path, 1)
