"""`verify` from the command line: what is asked, what is answered, how it ends."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest
from hybridize_cli import command_line

SCHEMA = json.loads((Path(command_line.__file__).parent / "schemas" / "verify.schema.json").read_text())
EAGER = "import tensorflow as tf\n\n\ndef eager(x):\n    return tf.exp(x)\n"
PASS = [sys.executable, "-c", "print('ran')"]


def test_what_the_command_never_calls_is_not_exercised(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": EAGER, "b.py": "def eager_maybe(x): pass\n"})
    outcome = run("verify", "--", *PASS)
    assert outcome.code == 0, outcome.stderr
    first, second, third = outcome.stdout.splitlines()
    assert first == "a.py:4 `eager` adds `@tf.function`: not exercised: the command never calls it"
    assert second == "1 edit: 0 proved on this run, 0 refuted, 1 not exercised"
    assert "ran 3 times, exit code 0" in third
    assert "1 line of output compared" in third
    assert outcome.stderr.splitlines()[-1] == "run 3: 1 of 1 edits"
    assert (tmp_path / "a.py").read_text() == EAGER


def test_unsafe_edits_when_asked(run, plant):
    plant({"pyproject.toml": "", "a.py": EAGER + "def eager_maybe(x): pass\n"})
    assert run("verify", "--unsafe", "--quiet", "--", *PASS).stdout.splitlines()[-2].startswith("2 edits: ")


def test_json(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": EAGER})
    outcome = run("verify", "--format", "json", "-o", "proof.json", "--", *PASS)
    assert (outcome.code, outcome.stdout) == (0, "")
    document = json.loads((tmp_path / "proof.json").read_text())
    jsonschema.validate(document, SCHEMA)
    assert document["command"] == PASS
    assert [(f["qualname"], f["verdict"], f["safe"]) for f in document["functions"]] == [
        ("eager", "not exercised", True)
    ]


USAGE = [
    pytest.param([], "no command to run; write it behind `--`", id="no command"),
    pytest.param(["--"], "no command to run; write it behind `--`", id="empty command"),
    pytest.param(["none.py", "--", *PASS], "none.py", id="no such path"),
    pytest.param(["--", "no-such-command"], "`no-such-command` cannot be started", id="no such command"),
    pytest.param(["--link", "/", "--", *PASS], "--link /: not a folder below", id="link"),
    pytest.param(["--max-copy", "1", "--", *PASS], "more than the 1 MiB", id="large"),
    pytest.param(["--timeout", "0", "--", *PASS], "--timeout", id="timeout"),
]


@pytest.mark.parametrize(("arguments", "message"), USAGE)
def test_wrong_usage(run, plant, arguments, message):
    plant({"pyproject.toml": "", "a.py": EAGER, "data": b"x" * 2_000_000})
    outcome = run("verify", *arguments)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert message in outcome.stderr


FAILURES = [
    pytest.param("print('why'); raise SystemExit(5)", "exits with 5 on the original", id="exit code"),
    pytest.param("import os; print('why', flush=True); os.abort()", "is killed by signal 6", id="signal"),
    pytest.param("import time; print('why', flush=True); time.sleep(60)", "did not end", id="time limit"),
]


@pytest.mark.parametrize(("code", "message"), FAILURES)
def test_a_command_that_fails_on_the_original(run, plant, code, message):
    plant({"pyproject.toml": "", "a.py": EAGER})
    outcome = run("verify", "--timeout", "3", "--", sys.executable, "-c", code)
    assert (outcome.code, outcome.stdout) == (3, "")
    assert message in outcome.stderr
    assert "  | why" in outcome.stderr


ONLY_EDITED = "edited = '@' in open('a.py').read(); print('run', flush=True); "
ENDS = [
    pytest.param("import time; edited and time.sleep(600)", "it was ended after ", id="hangs"),
    pytest.param("import os; edited and os.abort()", "signal 6", id="crashes"),
]


@pytest.mark.parametrize(("code", "message"), ENDS)
def test_a_command_that_only_ends_without_the_edit(run, plant, tmp_path, monkeypatch, code, message):
    monkeypatch.setattr("hybridize_refactorings.proof.trials._LEAST", 5.0)
    plant({"pyproject.toml": "", "a.py": EAGER})
    outcome = run("verify", "--", sys.executable, "-c", ONLY_EDITED + code)
    assert outcome.code == 1, outcome.stderr
    assert "refuted" in outcome.stdout
    assert message in outcome.stdout
    assert (tmp_path / "a.py").read_text() == EAGER


def test_a_command_that_edits_its_own_sources(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": EAGER, "b.py": "kept = 1\n"})
    code = (
        "import pathlib; a = pathlib.Path('a.py'); print(a.read_text().count('mine')); "
        "a.write_text('# mine'); pathlib.Path('b.py').unlink(); pathlib.Path('new.py').touch()"
    )
    outcome = run("verify", "--", sys.executable, "-c", code)
    assert outcome.code == 0, outcome.stderr
    assert {path.name: path.read_text() for path in tmp_path.glob("*.py")} == {
        "a.py": EAGER,
        "b.py": "kept = 1\n",
    }


def test_a_full_disk(run, plant, tmp_path, monkeypatch):
    plant({"pyproject.toml": "", "a.py": EAGER, "tmp/keep": ""})
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))

    def full(*_args, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    monkeypatch.setattr("hybridize_refactorings.proof.copying._cloned", lambda *_: False)
    outcome = run("verify", "--", *PASS)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "the disk is full" in outcome.stderr
    assert (tmp_path / "a.py").read_text() == EAGER
    assert [path.name for path in (tmp_path / "tmp").iterdir()] == ["keep"]


def test_paths_and_the_working_directory_share_a_tree(run, plant, tmp_path, monkeypatch):
    plant({"pyproject.toml": "", "src/a.py": EAGER, "tests/data": "here\n"})
    monkeypatch.chdir(tmp_path / "tests")
    show = [sys.executable, "-c", "print(open('data').read(), 'eager' in open('../src/a.py').read())"]
    outcome = run("verify", "../src", "--", *show)
    assert outcome.code == 0, outcome.stderr
    assert outcome.stdout.startswith("a.py:4 `eager`")


def test_the_root_of_a_disk_is_not_copied():
    with pytest.raises(command_line.InputError, match="would have to be copied"):
        command_line.tree_root(Path("/bin"), Path("/tmp"))


@pytest.mark.parametrize(
    "words", [["verify"], ["fix", "--verify", "--not-exercised"], ["measure"]], ids=" ".join
)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(plant, tmp_path, number, words):
    """No process, no temporary folder and no change is left."""
    plant({"pyproject.toml": "", "project/pyproject.toml": "", "project/a.py": EAGER, "tmp/keep": ""})
    code = "import pathlib, time; pathlib.Path('begun').touch(); time.sleep(600)"
    command = [sys.executable, "-m", "hybridize_cli", *words, ".", "--", sys.executable, "-c", code]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "tmp")}
    process = subprocess.Popen(
        command, cwd=tmp_path / "project", env=environment, stderr=subprocess.PIPE,
        # A background job of a shell, as this test run may be, ignores Ctrl-C, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not list((tmp_path / "tmp").glob("hybridize-*/tree/project/begun")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(number)
    assert process.communicate(timeout=60)[0] is None
    assert process.returncode == 130
    assert [path.name for path in (tmp_path / "tmp").iterdir()] == ["keep"]
    assert (tmp_path / "project" / "a.py").read_text() == EAGER
