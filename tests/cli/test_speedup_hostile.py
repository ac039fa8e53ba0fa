"""Commands that hang, fork, die by signals, read standard input or change directory: `profile` and `speedup` are to them as
`verify` is, which tests/cli/test_verify.py and tests/refactorings/test_proof_running.py look at.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hybridize_analyzer.observed.profile import FOLDER

EAGER = "import time\n\n\ndef eager(x):\n    time.sleep(0.01)\n    return x\n"
FILES = {"project/pyproject.toml": "", "project/a.py": EAGER, "project/below/keep": "", "tmp/keep": ""}
CALLS = "import a; a.eager(1); print('why', flush=True); "
WORDS = [pytest.param(["profile"], id="profile"), pytest.param(["speedup"], id="speedup")]


@pytest.fixture
def project(run, plant, tmp_path, monkeypatch):
    """The folder of a program; at the end nothing of it has changed, and nothing is left of its runs."""
    plant(FILES)
    folder = tmp_path / "project"
    monkeypatch.chdir(folder)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    yield folder
    assert [path.name for path in (tmp_path / "tmp").iterdir()] == ["keep"]
    for name, text in FILES.items():
        assert (tmp_path / name).read_text() == text
    assert {path.name for path in folder.iterdir()} - {FOLDER} == {"pyproject.toml", "a.py", "below"}


def code(text):
    return [sys.executable, "-c", f"{CALLS}exec({text!r})"]


FAILURES = [
    pytest.param("raise SystemExit(5)", "exits with 5", id="exit code"),
    pytest.param("import os; os.abort()", "is killed by signal 6", id="signal"),
    pytest.param("import time; time.sleep(600)", "(was ended|did not end)", id="time limit"),
    pytest.param("input()", "exits with 1", id="standard input"),
]


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize(("text", "message"), FAILURES)
def test_a_command_that_fails(run, project, words, text, message):
    outcome = run(*words, "--no-cache", "--timeout", "4", "--", *code(text))
    assert outcome.code == 3, outcome.stderr
    assert re.search(message, outcome.stderr)
    assert "  | why" in outcome.stderr


@pytest.mark.parametrize("words", WORDS)
def test_a_command_that_reads_standard_input_has_none(run, project, words):
    text = "import sys; assert sys.stdin.read() == ''"
    outcome = run(*words, "--no-cache", "--", *code(text), stdin=b"typed")
    assert outcome.code == 0, outcome.stderr


@pytest.mark.parametrize("words", WORDS)
def test_a_command_that_changes_its_directory_stays_in_the_copy(run, project, words):
    text = "import os, pathlib; os.chdir('below'); a.eager(2); pathlib.Path('new').touch(); pathlib.Path('../a.py').unlink()"
    outcome = run(*words, "--no-cache", "--", *code(text))
    assert outcome.code == 0, outcome.stderr


def test_the_calls_after_a_change_of_directory_are_seen(run, project):
    text = "import os; os.chdir('below'); a.eager(2); os.chdir('/'); a.eager(3)"
    assert run("profile", "--no-cache", "--", *code(text)).code == 0
    (function,) = json.loads((project / FOLDER / "profile.json").read_text())["functions"]
    assert function["calls"] == 3


FORKS = """\
import os, pathlib, sys, time
a.eager(1)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
        time.sleep(600)
    os._exit(0)
os.wait()
while not pathlib.Path(sys.argv[1]).exists() or not pathlib.Path(sys.argv[1]).read_text():
    time.sleep(0.01)
"""


STAYS = FORKS + "time.sleep(600)\n"


def ended(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def until(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


no_proc = pytest.mark.skipif(
    not Path("/proc/self").is_dir(), reason="what left its group is not found elsewhere"
)


@no_proc
@pytest.mark.parametrize("words", WORDS)
def test_what_a_command_leaves_running_is_ended(run, project, tmp_path, words):
    outcome = run(*words, "--no-cache", "--", *code(FORKS), tmp_path / "pid")
    assert outcome.code == 0, outcome.stderr
    until(lambda: ended(int((tmp_path / "pid").read_text())))


@no_proc
@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interrupted(plant, tmp_path, words, number):
    """Of the command no process is left, whatever session it is in, of its copies nothing, and no file has changed."""
    plant(FILES)
    command = [sys.executable, "-m", "hybridize_cli", *words, "--no-cache", ".", "--", *code(STAYS)]
    process = subprocess.Popen(
        [*command, str(tmp_path / "pid")], cwd=tmp_path / "project", stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        # A background job of a shell, as this test run may be, ignores Ctrl-C, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else 130)
    until(lambda: ended(int((tmp_path / "pid").read_text())))
    until(lambda: [path.name for path in (tmp_path / "tmp").iterdir()] == ["keep"])
    assert (tmp_path / "project" / "a.py").read_text() == EAGER
