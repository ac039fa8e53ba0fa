"""A claim is executed once for what it depends on, and again where that changes, or at night."""

import contextlib
import json

import pytest
from executed import Executed


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """Asks a claim in a process of its own, as it were, with some sources; says whether it was executed."""
    monkeypatch.delenv("HYBRIDIZE_NIGHTLY", raising=False)
    oracle = tmp_path / "oracle.py"

    def ask(content, *, source="1", holds=True):
        oracle.write_text(source, "utf-8")
        executed, runs = Executed([oracle], tmp_path / "executed.json"), []

        def check():
            runs.append(content)
            assert holds

        with contextlib.suppress(AssertionError):
            executed("executed.py#claim", lambda: content, check)
        executed.save()
        return bool(runs)

    return ask


def test_what_held_is_not_executed_again(asked):
    assert [asked("same"), asked("same"), asked("other"), asked("other")] == [True, False, True, False]


def test_what_runs_the_programs_counts(asked):
    assert [asked("same"), asked("same", source="2"), asked("same", source="2")] == [True, True, False]


def test_what_did_not_hold_is_executed_again(asked):
    assert [asked("same", holds=False), asked("same", holds=False), asked("same")] == [True, True, True]


def test_everything_is_executed_at_night(asked, monkeypatch):
    assert asked("same")
    monkeypatch.setenv("HYBRIDIZE_NIGHTLY", "1")
    assert asked("same")


def test_other_versions_are_other_claims(asked, monkeypatch):
    assert asked("same")
    monkeypatch.setattr("executed.metadata.version", lambda _: "99")
    assert asked("same")


def test_claims_whose_file_is_gone_are_dropped(tmp_path):
    file = tmp_path / "executed.json"
    file.write_text(json.dumps({"rules/gone.py": "0", "conftest.py#x": "1"}), "utf-8")
    executed = Executed([], file)
    executed("executed.py", lambda: "", lambda: None)
    executed.save()
    assert sorted(json.loads(file.read_text("utf-8"))) == ["conftest.py#x", "executed.py"]
