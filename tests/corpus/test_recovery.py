"""Strip and recover: what stripping takes away, what is counted, and that the held-back half stays closed."""

import ast
import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from corpus.recovery import __main__ as command
from corpus.recovery.asking import Answer, Asked, ask
from corpus.recovery.causes import KINDS, Cause, obsolete, read_causes
from corpus.recovery.manifest import SUBJECTS, Subject, held_back
from corpus.recovery.page import page, plot, total
from corpus.recovery.scoring import refusals, score
from corpus.recovery.stripping import strip
from corpus.recovery.trees import AuthorGraph, Tree, TreeError, _make, stripped_tree

CASES = sorted((Path(__file__).parent / "stripping").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_stripping(case):
    before = (case / "before.py").read_bytes().decode()
    found = strip(before)
    told = [f"{g.line} {g.qualname} {g.form}" for g in found.graphs]
    told.append(f"lambdas {found.lambdas}, elsewhere {found.elsewhere}, left {found.left}")
    notes = "\n".join(told) + "\n"
    if os.environ.get("UPDATE_CASES"):
        (case / "after.py").write_bytes(found.text.encode())
        (case / "graphs.txt").write_text(notes, encoding="utf-8")
    assert found.text == (case / "after.py").read_bytes().decode()
    assert notes == (case / "graphs.txt").read_text(encoding="utf-8")
    lines = {n.lineno: n.name for n in ast.walk(ast.parse(found.text)) if isinstance(n, ast.FunctionDef)}
    assert all(lines[graph.line] == graph.qualname.rpartition(".")[2] for graph in found.graphs)
    assert strip(found.text).text == found.text


PROGRAM = b"""import tensorflow as tf


@tf.function
def step(w, x):
    for _ in range(20):
        x = tf.tanh(tf.matmul(x, w)) + tf.exp(x) - tf.sin(x)
    return x


@tf.function
def loud(x):
    print("traced")
    return tf.exp(x)


def train():
    w, x = tf.ones([3, 3]), tf.ones([2, 3])
    for _ in range(90_000):
        x = step(w, x)
        x = loud(x)
    return x


def unrelated(x):
    for _ in range(40):
        x = tf.cos(x) * tf.sin(x) + tf.exp(x)
    return x


for _ in range(90_000):
    unrelated(tf.ones([3]))
train()
"""


def made(tmp_path, **files: bytes) -> Tree:
    subject = Subject("some/tree", "0" * 40)
    target = tmp_path / "tree"
    _make(((f"{name.replace('__', '/')}.py", content) for name, content in files.items()), target)
    assert subject.folder == "some+tree-000000000000"
    notes = (target / "graphs.json").read_text(encoding="utf-8")
    noted = json.loads(notes)
    return Tree(target / "source", tuple(AuthorGraph(**g) for g in noted.pop("graphs")), **noted)


def test_a_tiny_repository(tmp_path):
    tree = made(
        tmp_path,
        program=PROGRAM,
        tests__helper=b"import tensorflow as tf\n@tf.function\ndef f(x): return x\n",
    )
    found = score("some/tree", tree, ask(tree.root, 60))
    assert (found.graphs, found.in_tests, found.wanted, found.safe, found.reported) == (2, 1, 1, 1, 1)
    assert [(miss.qualname, miss.refusals) for miss in found.misses] == [("loud", ("python-output",))]
    # `unrelated` has more operations than `step`, and is none of the author's graphs.
    assert (found.ranked, found.theirs) == (2, 1)
    assert found.cpu > 0
    assert found.lines == PROGRAM.count(b"\n") - 2 + 2  # without the decorators, and the helper


def asked(qualname: str, line: int, *, verdict="convert", gain="high", rank=1, sites=(), **more) -> Asked:
    fields = {
        "path": "a.py", "line": line, "end": line + 9, "qualname": qualname, "verdict": verdict, "safe": False,
        "gain": gain, "refusals": (), "reasons": (), "sites": sites, "callers": (),
        "rank": rank if verdict == "convert" else None,
    }  # fmt: skip
    return Asked(**{**fields, **more})


def scored(*functions: Asked, graphs=("graph",), path="a.py"):
    author = tuple(
        AuthorGraph(path, f.qualname, f.line, "decorator") for f in functions if f.qualname in graphs
    )
    return score("x", Tree(Path(), author, 100, 0, 0, 0, 0), Answer(functions))


def test_precision_takes_as_many_findings_as_there_are_graphs():
    graph, other = asked("graph", 10), asked("other", 30, rank=0)
    assert (scored(graph, other).ranked, scored(graph, other).theirs) == (1, 0)
    assert scored(graph, asked("other", 30, rank=2)).theirs == 1


@pytest.mark.parametrize(
    "other",
    [
        asked("outer", 30, rank=0),  # calls it, by its site below
        asked("inner", 12, rank=0, end=14),
        asked("callee", 50, rank=0, sites=(("a.py", 15),)),
        asked("far", 50, rank=0, sites=(("a.py", 71),)),  # called by `between`, which the graph calls
    ],
    ids=lambda each: each.qualname,
)
def test_what_contains_a_graph_or_is_contained_counts(other):
    graph = asked("graph", 10, sites=(("a.py", 35),))
    between = asked("between", 70, verdict="keep", sites=(("a.py", 16),))
    assert scored(graph, other, between).theirs == 1


def test_functions_in_tests_count_in_neither():
    graph, test = asked("graph", 10), asked("test_it", 30, path="tests/test_a.py", rank=0)
    assert scored(graph, test).findings == 1


def test_rules_are_counted_alone_and_together():
    found = scored(
        asked("one", 10, verdict="keep", refusals=("a", "b")),
        asked("two", 30, verdict="undetermined", refusals=("a",)),
        graphs=("one", "two"),
    )
    assert refusals(found.misses) == [("a", 2, 1), ("b", 1, 0)]
    assert found.undetermined == 1


def test_a_run_past_its_budget_is_told(tmp_path):
    body = b"\n".join(b"def f%d(x):\n    return [f%d(x), f%d(x)]" % (i, i + 1, i + 2) for i in range(3000))
    found = ask(made(tmp_path, a=body).root, 1)
    assert found.failure == "unfinished after 1 CPU s"


def test_half_is_held_back_and_nothing_that_was_read():
    held = held_back(SUBJECTS)
    drawn = len(SUBJECTS) // 2
    assert drawn - sum(subject.opened for subject in SUBJECTS) <= len(held) <= drawn
    assert not held & {subject.name for subject in SUBJECTS if subject.read or subject.opened}
    assert held == held_back(SUBJECTS[::-1])
    assert len(SUBJECTS) >= 30
    assert Counter(subject.name for subject in SUBJECTS).most_common(1)[0][1] == 1


def test_the_held_back_half_is_printed_as_a_sum_only(monkeypatch, capsys, tmp_path):
    (held, *_), (opened, *_) = sorted(held_back(SUBJECTS)), [s.name for s in SUBJECTS if s.read]
    missed = asked(
        "secret", 10, verdict="keep", refusals=("python-output",), reasons=("python-output: prints",)
    )
    monkeypatch.setattr(
        command,
        "stripped_tree",
        lambda *_: Tree(Path(), (AuthorGraph("a.py", "secret", 10, "call"),), 1, 0, 0, 0, 0),
    )
    monkeypatch.setattr(command, "ask", lambda *_: Answer((missed,)))
    assert command.main(["--repository", held]) == 0
    printed = capsys.readouterr()
    assert "secret" not in printed.out + printed.err
    assert "held back: 0 of 1 wanted back" in printed.out
    assert command.main(["--repository", opened]) == 0
    assert "a.py:10 secret" in capsys.readouterr().out
    monkeypatch.setattr(command, "DOCS", tmp_path)
    assert command.main(["--write"]) == 0
    text = (tmp_path / "recovery.md").read_text(encoding="utf-8")
    assert text.count("`secret`") == len(SUBJECTS) - len(held_back(SUBJECTS))
    assert "secret" not in (tmp_path / "recovery.json").read_text(encoding="utf-8")


def test_the_page_gives_each_miss_its_cause():
    miss = asked("graph", 10, verdict="keep", refusals=("python-output",))
    found = scored(miss)
    causes = {("x", "a.py", "graph"): Cause("hazard", "prints at every call")}
    text = page([found], [], causes)
    assert "| x | a.py:10 `graph` | python-output | hazard shown by execution: prints at every call |" in text
    assert "| python-output | not judged yet |" in page([found], [], {})
    assert obsolete(causes, [scored(asked("graph", 10))]) == [("x", "a.py", "graph")]
    assert plot([found], [total("held", [found])]).count("0 of 1") == 3


def test_causes_speak_of_the_open_half():
    assert not {key[0] for key in read_causes()} & held_back(SUBJECTS)
    assert {cause.cause for cause in read_causes().values()} <= KINDS


def test_a_missing_clone_is_named(tmp_path):
    with pytest.raises(TreeError, match=r"git clone --bare https://github\.com/a/b"):
        stripped_tree(Subject("a/b", "0" * 40), tmp_path, tmp_path / "build")


def test_a_clone_gives_its_commit_without_what_is_vendored(tmp_path):
    work = tmp_path / "work"
    for name in ("a.py", "third_party/b.py", "skipped/c.py", "notes.txt", "requirements.txt"):
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_bytes(PROGRAM if name.endswith(".py") else b"tensorflow\n")
    git = ["git", "-C", str(work), "-c", "user.name=x", "-c", "user.email=x@example.com"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
        subprocess.run([*git, *arguments], check=True)
    commit = subprocess.run(
        [*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    (tmp_path / "mirror").mkdir()
    subprocess.run(["git", "clone", "-q", "--bare", str(work), str(tmp_path / "mirror" / "o+n")], check=True)
    tree = stripped_tree(Subject("o/n", commit, skip=("skipped",)), tmp_path / "mirror", tmp_path / "build")
    files = sorted(p.relative_to(tree.root).as_posix() for p in tree.root.rglob("*") if p.is_file())
    assert files == ["a.py", "requirements.txt"]
    assert [graph.qualname for graph in tree.graphs] == ["step", "loud"]
    assert "tf.function" not in (tree.root / "a.py").read_text(encoding="utf-8")
