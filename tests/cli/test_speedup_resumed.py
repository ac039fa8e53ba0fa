"""`hybridize speedup` that is interrupted and taken up: what is not made again, and when all begins anew.

The program counts its runs outside its tree.  It needs no TensorFlow: what is edited has a decorator that does nothing, so
that it is turned down in the end.
"""

import fcntl
import json
import os
import signal
import sys
from dataclasses import replace

import pytest
from hybridize_analyzer.observed.profile import FOLDER
from hybridize_cli import speeding

PROGRAM = """\
import os
import signal
import sys
import time
from pathlib import Path

import tensorflow as tf

outside = Path(sys.argv[1])


def inner(x):
    time.sleep(0.02)
    return x


def eager(x):
    return inner(x)


for number in range(3):
    eager(number)
print(Path(__file__).parent)
with (outside / "runs").open("a") as runs:
    runs.write("x")
wish = outside / "wish"
if wish.exists():
    at, how = map(int, wish.read_text().split())
    if at == (outside / "runs").stat().st_size:
        os.kill(os.getppid(), how)
        time.sleep(600)
"""
FILES = {
    "project/pyproject.toml": "",
    "project/a.py": PROGRAM,
    "project/tensorflow.py": "def function(given):\n    return given\n",
    "project/data.txt": "1\n",
}
WHOLE = 4  # runs: a profile, the original, the program with the outer function edited, and with the inner one


def all_tried(report):
    functions = (replace(f, verdict="convert", gain="low") for f in report.functions if f.path == "a.py")
    return replace(report, functions=tuple(functions))


@pytest.fixture
def speedup(run, plant, tmp_path, monkeypatch):
    """Runs `speedup` on the program: what it says, and how often the program ran."""
    plant(FILES)
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(speeding, "candidates", lambda report, _: all_tried(report))
    # A shell starts what runs in the background with SIGINT ignored.
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)

    def speedup(*options, wish=None, words=()):
        monkeypatch.delenv("PYTEST_CURRENT_TEST", raising=False)  # the program is no test
        runs = tmp_path / "runs"
        runs.unlink(missing_ok=True)
        (tmp_path / "wish").unlink(missing_ok=True)
        if wish is not None:
            (tmp_path / "wish").write_text(f"{wish[0]} {wish[1]:d}")
        command = [sys.executable, "a.py", tmp_path, *words]
        outcome = run("speedup", "--no-cache", "--format", "json", *options, "--", *command)
        return outcome, runs.stat().st_size if runs.exists() else 0

    yield speedup
    signal.signal(signal.SIGINT, interrupted)


def left(folder):
    """What the user's folder holds beside the program."""
    names = (str(path.relative_to(folder)) for path in folder.rglob("*"))
    return sorted(name for name in names if f"project/{name}" not in FILES)


def findings(outcome):
    found = json.loads(outcome.stdout)
    del found["root"]
    return found


def test_what_is_done_leaves_nothing(speedup, tmp_path):
    outcome, runs = speedup()
    assert (outcome.code, runs) == (0, WHOLE), outcome.stderr
    assert "`eager`" in outcome.stderr
    assert left(tmp_path / "project") == []


@pytest.mark.parametrize(
    ("at", "number", "said"),
    [
        (1, signal.SIGTERM, None),
        (2, signal.SIGINT, "1 run is not made again"),
        (4, signal.SIGTERM, "3 runs are not made again"),
    ],
)
def test_an_interrupted_run_goes_on_where_it_was(speedup, tmp_path, at, number, said):
    before = {path: path.read_bytes() for path in (tmp_path / "project").iterdir()}
    outcome, runs = speedup(wish=(at, number))
    assert (outcome.code, runs, outcome.stdout) == (130, at, ""), outcome.stderr
    assert {path: path.read_bytes() for path in before} == before
    assert (tmp_path / "project" / FOLDER / ".gitignore").read_text() == "*\n"
    outcome, runs = speedup()
    assert (outcome.code, runs) == (0, WHOLE - (at - 1)), outcome.stderr
    goes_on = f"note: goes on where it was interrupted: {said}; `--fresh` begins anew"
    assert goes_on in outcome.stderr if said else "note" not in outcome.stderr
    assert left(tmp_path / "project") == []
    anew, runs = speedup()
    assert runs == WHOLE
    assert findings(outcome) == findings(anew)


def change_source(project):
    (project / "a.py").write_text(PROGRAM + "print('more')\n")


def change_data(project):
    (project / "data.txt").write_text("22\n")


def add_file(project):
    (project / "b.py").touch()


def remove_file(project):
    (project / "data.txt").unlink()


def damage(project):
    (project / FOLDER / "speedup" / "state.json").write_text('{"version"')


def set_variable(_):
    os.environ["TF_HYBRIDIZE_TEST"] = "1"


DIFFERENT = [
    pytest.param(change_source, [], "a.py has changed", id="source"),
    pytest.param(change_data, [], "data.txt has changed", id="data"),
    pytest.param(add_file, [], "b.py is new", id="file added"),
    pytest.param(remove_file, [], "data.txt is gone", id="file removed"),
    pytest.param(damage, [], "it is of another version", id="damaged"),
    pytest.param(set_variable, [], "variables such as PYTHONPATH", id="environment"),
    pytest.param(lambda _: None, ["more"], "it is of another command", id="command"),
]


@pytest.mark.parametrize(("change", "words", "why"), DIFFERENT)
def test_what_is_about_something_else_is_not_taken_up(speedup, tmp_path, monkeypatch, change, words, why):
    monkeypatch.setenv("TF_HYBRIDIZE_TEST", "0")
    speedup(wish=(2, signal.SIGINT))
    change(tmp_path / "project")
    outcome, runs = speedup(words=words)
    assert (outcome.code, runs) == (0, WHOLE), outcome.stderr
    assert "note: what an earlier `speedup` has left is not taken up: " in outcome.stderr
    assert why in outcome.stderr


def test_what_the_run_itself_writes_is_no_difference(speedup, tmp_path):
    """Also where it went to another place before."""
    for name in ("first.json", "second.json"):
        (tmp_path / "project" / name).write_text(name)
        speedup("-o", name, wish=(2, signal.SIGINT))
        (tmp_path / "project" / name).write_text("half a report")
    outcome, runs = speedup()
    assert (outcome.code, runs) == (0, 2), outcome.stderr


def test_fresh_begins_anew(speedup):
    speedup(wish=(2, signal.SIGINT))
    outcome, runs = speedup("--fresh")
    assert (outcome.code, runs) == (0, WHOLE)
    assert "note:" not in outcome.stderr


def test_a_damaged_run_is_made_again(speedup, tmp_path):
    speedup(wish=(4, signal.SIGINT))
    kept = sorted((tmp_path / "project" / FOLDER / "speedup").glob("*.zip"))
    assert len(kept) == WHOLE - 1
    for number, file in enumerate(kept):
        file.write_bytes(file.read_bytes()[: 40 * number])
    outcome, runs = speedup()
    assert (outcome.code, runs) == (0, WHOLE), outcome.stderr


def test_time_that_is_over_goes_on(speedup, tmp_path):
    outcome, runs = speedup("--minutes", "0.000001")
    assert (outcome.code, runs) == (0, WHOLE - 1), outcome.stderr
    found = findings(outcome)
    assert [edit["qualname"] for edit in found["rejected"]] == [
        "eager"
    ]  # the first choice is tried in any case
    assert [edit["qualname"] for edit in found["untried"]] == ["inner"]
    assert not found["complete"]
    assert "the time is over; the same command goes on from here" in outcome.stderr
    outcome, runs = speedup()
    assert (outcome.code, runs, findings(outcome)["complete"]) == (0, 1, True)
    assert left(tmp_path / "project") == []


def test_a_failure_is_not_kept(speedup, tmp_path):
    """The user is about to mend what made the command fail, and that may be outside of its tree."""
    outcome, runs = speedup("--timeout", "3", wish=(2, 0))  # hangs the second time
    assert (outcome.code, runs) == (3, 2), outcome.stderr
    assert left(tmp_path / "project") == []


def test_two_at_once(speedup, tmp_path):
    """The second works as ever, and leaves alone what the first has."""
    speedup(wish=(2, signal.SIGINT))
    folder = tmp_path / "project" / FOLDER / "speedup"
    kept = sorted(folder.iterdir())
    with (folder / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        outcome, runs = speedup()
    assert (outcome.code, runs) == (0, WHOLE), outcome.stderr
    assert "another `speedup` works on this project" in outcome.stderr
    assert sorted(folder.iterdir()) == kept


def test_a_folder_that_cannot_be_written(speedup, tmp_path):
    (tmp_path / "project" / FOLDER).touch()
    outcome, runs = speedup()
    assert (outcome.code, runs) == (0, WHOLE), outcome.stderr
    assert "so that an interrupted run cannot be taken up" in outcome.stderr
