"""Which verdicts become edits, and what happens to files that cannot be edited."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import hybridize_refactorings.changes
import pytest
from edit_cases import plan, plan_text, source_file, verdict
from hybridize_analyzer.report import Applicability, Report
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_refactorings import FileEdit, plan_edits
from hybridize_refactorings.deep_stack import on_deep_stack
from hybridize_refactorings.splices import Splice

MODULE = "import tensorflow as tf\n\n\ndef f(x):\n    return x\n"


def sources(*names: str) -> dict[str, SourceFile]:
    return {name: source_file(Path("/") / name, name, MODULE.encode()) for name in names}


def test_edits_come_in_the_order_of_paths_whatever_the_order_of_functions() -> None:
    functions = [verdict(name, "f", 4) for name in ("b.py", "a/z.py", "a.py")]
    report = Report(Path("/"), tuple(functions), (), ())
    edits = plan_edits(report, sources("b.py", "a.py", "a/z.py"))
    assert [edit.relative for edit in edits] == ["a.py", "a/z.py", "b.py"]
    assert all("@tf.function\ndef f" in edit.after for edit in edits)


@pytest.mark.parametrize("kept", ["keep", "undetermined"])
def test_other_verdicts_edit_nothing(kept: str) -> None:
    report = Report(Path("/"), (verdict("a.py", "f", 4, kept),), (), ())
    assert plan_edits(report, sources("a.py")) == ()


def test_what_gains_nothing_is_not_converted() -> None:
    useless = replace(verdict("a.py", "f", 4), gain="none")
    assert plan_edits(Report(Path("/"), (useless,), (), ()), sources("a.py")) == ()


def test_functions_of_unknown_files_are_left_out() -> None:
    report = Report(Path("/"), (verdict("other.py", "f", 4),), (), ())
    assert plan_edits(report, sources("a.py")) == ()


def test_an_unsafe_edit_is_made_only_on_request_and_says_so() -> None:
    report = Report(Path("/"), (verdict("a.py", "f", 4, safe=False),), (), ())
    assert plan_edits(report, sources("a.py")) == ()
    (edit,) = plan_edits(report, sources("a.py"), unsafe=True)
    assert [(each.what, each.applicability) for each in edit.applied] == [
        ("adds `@tf.function`", Applicability.UNSAFE)
    ]


def test_applied_edits_name_the_import_they_need() -> None:
    edit = plan_text("def f(x):\n    return x\n", verdict("m.py", "f", 1))
    assert edit.applied[0].what == "adds `@tf.function` and `import tensorflow as tf`"
    assert edit.applied[0].line == 1


def test_a_file_that_does_not_parse_is_withheld() -> None:
    edit = plan_text("def f(x):\n  return (\n", verdict("m.py", "f", 1))
    assert edit.after == edit.before
    assert edit.withheld[0].reason.startswith("the file cannot be parsed for editing: SyntaxError")


def test_a_file_that_does_not_survive_its_encoding_is_withheld() -> None:
    source = SourceFile(Path("/m.py"), "m.py", MODULE, "utf-8", MODULE.encode() + b"# \xff")
    edit = plan(source, verdict("m.py", "f", 4))
    assert edit.after == edit.before
    assert "does not give the same bytes" in edit.withheld[0].reason


@pytest.mark.parametrize(
    ("splice", "clause"),
    [
        (Splice(0, 23, "import tensorflow as tg"), "became"),
        (Splice(34, 34, "pass;"), "does not parse"),
        (Splice(len(MODULE), len(MODULE), "x = 1\n"), "number of statements"),
        (Splice(0, 0, ""), "not the intended decorators"),
    ],
    ids=["name", "syntax", "statement", "nothing"],
)
def test_an_edit_that_changes_anything_else_is_withheld(monkeypatch, splice: Splice, clause: str) -> None:
    monkeypatch.setattr(hybridize_refactorings.changes, "_line_above", lambda *_: splice)
    edit = plan_text(MODULE, verdict("m.py", "f", 4))
    assert edit.after == edit.before
    assert not edit.applied
    assert clause in edit.withheld[0].reason


def test_one_unusable_file_does_not_cost_the_others() -> None:
    broken = source_file(Path("/b.py"), "b.py", b"def f(:\n")
    report = Report(Path("/"), (verdict("a.py", "f", 4), verdict("b.py", "f", 1)), (), ())
    first, second = plan_edits(report, {**sources("a.py"), "b.py": broken})
    assert first.applied
    assert second.withheld


def nested(terms: int) -> FileEdit:
    text = "import tensorflow as tf\nTOTAL = " + " + ".join(["tf.E"] * terms) + "\ndef f(x): return x\n"
    return plan_text(text, verdict("m.py", "f", 3))


def test_a_long_sum_is_edited() -> None:
    edit = nested(500)
    assert edit.after == edit.before.replace("def f", "@tf.function\ndef f")


@pytest.mark.parametrize("terms", [pytest.param(5000, marks=pytest.mark.slow), 20000])
def test_deeper_nesting_never_ends_the_process(terms: int) -> None:
    edit = nested(terms)
    if edit.withheld:  # how deep is too deep depends on the Python version
        assert "nests" in edit.withheld[0].reason
        assert edit.after == edit.before
    else:
        assert edit.after == edit.before.replace("def f", "@tf.function\ndef f")


def test_the_deep_stack_restores_the_settings_and_passes_exceptions_on() -> None:
    before = sys.getrecursionlimit(), threading.stack_size()
    with pytest.raises(ZeroDivisionError):
        on_deep_stack(lambda: 1 // 0)
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


def test_libcst_is_imported_only_when_there_is_something_to_edit() -> None:
    code = "import sys, hybridize_refactorings; sys.exit('libcst' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}).returncode == 0
    )
