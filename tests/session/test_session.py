"""Sessions: files that come and go, texts that cannot be parsed, the cache, and work that is put an end to."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.session import Session, live
from hybridize_analyzer.solver import evaluation
from hybridize_analyzer.workspace.cache import open_cache
from hybridize_analyzer.workspace.sources import SourceFile

STEP = "import tensorflow as tf\n\n\ndef step(x):\n    return x + 1.0\n\n\nfor _ in range(2):\n    step(tf.ones(3))\n"
OTHER = "from main import step\n\n\ndef twice(x):\n    return step(step(x))\n"


def source(root: Path, name: str, text: str) -> SourceFile:
    return SourceFile(root / name, name, text, "utf-8", text.encode())


def test_files_come_and_go(tmp_path: Path) -> None:
    session, main = Session(tmp_path), source(tmp_path, "main.py", STEP)
    other = source(tmp_path, "other.py", OTHER)
    for files in ([main], [main, other], [other], [], [main]):
        assert session.report(files) == analyze(tmp_path, files)


def test_a_text_that_cannot_be_parsed_leaves_the_verdicts_of_the_last_one(tmp_path: Path) -> None:
    session, main = Session(tmp_path), source(tmp_path, "main.py", STEP)
    first = session.report([main])
    broken = session.report([source(tmp_path, "main.py", STEP.replace("x + 1.0", "x +"))])
    assert broken.functions == first.functions
    assert [(e.path, e.line) for e in broken.errors] == [("main.py", 5)]
    assert session.report([main]) == first


def test_a_file_that_never_could_be_parsed_is_an_error(tmp_path: Path) -> None:
    files = [source(tmp_path, "main.py", STEP), source(tmp_path, "broken.py", "def (")]
    assert Session(tmp_path).report(files) == analyze(tmp_path, files)


def test_only_groups_that_are_asked_about_are_analysed(tmp_path: Path) -> None:
    files = [source(tmp_path, "main.py", STEP), source(tmp_path, "apart.py", STEP)]
    session = Session(tmp_path)
    assert {f.path for f in session.report(files, {"main.py"}).functions} == {"main.py"}
    assert {f.path for f in session.report(files).functions} == {"main.py", "apart.py"}


def test_an_edit_evaluates_what_it_touches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    helpers = "\n\n".join(f"def helper_{i}(x):\n    return x * {i}.0\n" for i in range(50))
    calls = "".join(f"    helper_{i}(tf.ones(3))\n" for i in range(50))
    text = f"import tensorflow as tf\n\n\n{helpers}\n\nfor _ in range(2):\n{calls}"
    session = Session(tmp_path)
    session.report([source(tmp_path, "main.py", text)])
    asked: list[str] = []
    facts_of = live.facts_of
    monkeypatch.setattr(
        live, "facts_of", lambda state, code: (asked.append(code.name), facts_of(state, code))[1]
    )
    report = session.report([source(tmp_path, "main.py", text.replace("x * 7.0", "x.numpy() * 7.0"))])
    assert asked == ["helper_7"]
    assert [f.qualname for f in report.functions if "eager-only-call" in f.refusals] == ["helper_7"]


RECURSION = """import tensorflow as tf
from somewhere import thing


def walk(x, n):
    if n.done():
        return x
    return enter(x, n)


def enter(x, n):
    y = x * 2.0
    return walk(y, n)


print(walk(tf.ones([2]), thing))
"""


def test_a_part_of_a_recursion_is_evaluated_again_where_it_is_edited(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.report([source(tmp_path, "main.py", RECURSION)])
    edited = [source(tmp_path, "main.py", RECURSION.replace("    y = x", "    print(n)\n    y = x"))]
    assert session.report(edited) == analyze(tmp_path, edited)


@pytest.mark.parametrize(
    ("new", "noticed"),
    [("    print(x)\n", False), ("    x = tf.exp(x)\n", False), ("    return 1\n", True)],
    ids=["an event", "an operation", "a result"],
)
def test_the_top_of_a_file_is_evaluated_for_what_it_can_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: str, *, noticed: bool
) -> None:
    session, first = Session(tmp_path), "    return x + 1.0\n"
    before, after = (STEP.replace(first, f"{line}{first}") for line in ("    y = 1\n", new))
    session.report([source(tmp_path, "main.py", before)])
    run_body = evaluation.statements.run_body
    evaluated = set()

    def noted(state: State, frame: Frame, body: Sequence[ast.stmt]) -> bool:
        evaluated.add(frame.env.partition(":")[0])
        return run_body(state, frame, body)

    with monkeypatch.context() as patched:
        patched.setattr(evaluation.statements, "run_body", noted)
        found = session.report([source(tmp_path, "main.py", after)])
    assert found == analyze(tmp_path, [source(tmp_path, "main.py", after)])
    assert ("module" in evaluated) is noticed


def test_the_first_report_comes_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, cache = [source(tmp_path, "main.py", STEP)], open_cache(tmp_path / "cache")
    first = analyze(tmp_path, files, cache=cache)
    session = Session(tmp_path, cache)
    with monkeypatch.context() as patch:
        patch.setattr("hybridize_analyzer.session.analyze_live", lambda *a: pytest.fail("it is in the cache"))
        assert session.report(files) == first
    edited = [source(tmp_path, "main.py", STEP.replace("1.0", "2.0"))]
    assert session.report(edited) == analyze(tmp_path, edited, cache=cache)


def test_a_session_parses_no_file_that_the_cache_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, cache = [source(tmp_path, "main.py", STEP)], open_cache(tmp_path / "cache")
    first = Session(tmp_path, cache).report(files)
    monkeypatch.setattr("hybridize_analyzer.session.read_file", lambda *a: pytest.fail("it is in the cache"))
    assert Session(tmp_path, cache).report(files) == first


def test_lines_that_move_are_told_where_they_are_now(tmp_path: Path) -> None:
    session, texts = Session(tmp_path), [source(tmp_path, "other.py", OTHER)]
    for above in ("", "# one\n", "# one\n# two\n", "# two\n", "\n" * 5):
        files = [source(tmp_path, "main.py", above + STEP), *texts]
        assert session.report(files) == analyze(tmp_path, files)


def test_settling_can_be_put_an_end_to(tmp_path: Path) -> None:
    session, main = Session(tmp_path), source(tmp_path, "main.py", STEP)
    session.report([main])
    edited = source(tmp_path, "main.py", STEP.replace("x + 1.0", "(lambda y: y + 2.0)(x)"))
    found = session.report([edited])

    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        session.settle(pulse=stop)
    assert session.report([edited]) == found
    assert session.settle()
    assert not session.settle()
    assert session.report([edited]) == analyze(tmp_path, [edited])


def test_an_edit_that_leaves_shared_state_alone_needs_no_settling(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.report([source(tmp_path, "main.py", STEP)])
    edited = source(tmp_path, "main.py", STEP.replace("1.0", "2.0"))
    assert session.report([edited]) == analyze(tmp_path, [edited])
    assert not session.settle()


def test_packaging_that_changes_starts_anew(tmp_path: Path) -> None:
    session, main = Session(tmp_path), source(tmp_path, "main.py", STEP)
    session.report([main])
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert session.report([main]) == analyze(tmp_path, [main])


def test_a_command_stays_called_when_it_is_edited(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n[project.scripts]\nrun = "main:run"\n')
    text = "import tensorflow as tf\n\n\ndef run():\n    x = tf.ones(3)\n    return x + 1.0\n"
    session = Session(tmp_path)
    session.report([source(tmp_path, "main.py", text)])
    edited = [source(tmp_path, "main.py", text.replace("1.0", "2.0"))]
    found = session.report(edited)
    assert [f.called for f in found.functions] == [True]
    assert found == analyze(tmp_path, edited)


def test_a_decorated_definition_is_followed_from_when_something_runs_it(tmp_path: Path) -> None:
    ended = "import tensorflow as tf\n\nwhile True:\n    print(1)\n\n\n@tf.function\ndef step(x):\n    return x + 1.0\n"
    session = Session(tmp_path)
    for text in (ended, ended.replace("True", "input()"), ended):
        files = [source(tmp_path, "main.py", text)]
        session.report(files)
        session.settle()
        report = session.report(files)
        assert report == analyze(tmp_path, files)
        assert [f.verdict for f in report.functions] == ["keep" if "input" in text else "undetermined"]
