"""The parts of the demo: what counts as edited, as equal, as a measurement."""

import json
import math
import shutil

import pytest

from corpus.demo import __main__ as demo
from corpus.demo import commands, present
from corpus.demo.compare import Comparison, compare, largest_difference
from corpus.demo.programs import MODELS, REPOSITORY, ProgramError, StampedLog, Worker


@pytest.fixture(scope="module")
def workers(tmp_path_factory):
    logs = tmp_path_factory.mktemp("workers")
    with Worker(logs / "original.log") as eager, Worker(logs / "edited.log") as graph:
        yield eager, graph


@pytest.fixture
def copy(tmp_path):
    """A function that copies the logistic regression and replaces a text in its main file."""

    def edit(old, new):
        folder = tmp_path / "logistic_regression"
        shutil.copytree(MODELS / folder.name, folder)
        text = (folder / "main.py").read_text(encoding="utf-8")
        assert old in text
        (folder / "main.py").write_text(text.replace(old, new), encoding="utf-8")
        return folder

    return edit


def program(folder, text):
    folder.mkdir()
    (folder / "main.py").write_text(text, encoding="utf-8")
    return folder


BEFORE = """
class Model:
    @property
    def size(self): ...
    def step(self): ...
def outer():
    if True:
        def inner(): ...
def step(): ...
"""


def test_edited_functions_are_those_with_new_decorators(tmp_path):
    after = BEFORE.replace("    def step", "    @tf.function\n    def step")
    after = after.replace("        def inner", "        @tf.function\n        def inner")
    edited = commands.edited_functions(program(tmp_path / "a", BEFORE), program(tmp_path / "b", after))
    assert sorted(edited) == ["main.py: Model.step", "main.py: outer.<locals>.inner"]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ({"x": 1.0, "y": [2.0, 3.0]}, {"x": 1.0, "y": [2.0, 3.0]}, 0.0),
        ({"x": [0.0, 1.0]}, {"x": [0.0, 2.0]}, 1.0 / 2.01),
        ({"x": 1e-9}, {"x": -1e-9}, pytest.approx(2e-7)),
        ({"x": 1.0}, {"y": 1.0}, math.inf),
        ({"x": [1.0, 2.0]}, {"x": [1.0]}, math.inf),
        ({"x": math.nan}, {"x": math.nan}, math.inf),
        ({}, {}, 0.0),
    ],
)
def test_largest_difference(a, b, expected):
    assert largest_difference(a, b) == expected


def test_stamps_are_the_step_lines_however_they_are_printed():
    log = StampedLog()
    print("step", 10, "loss", 0.5, file=log)
    print("a step 11 that is none\nstep up\nstep\nstep 20 loss 0.4\nstep 30", file=log)
    assert [step for step, _ in log.stamps] == [10, 20, 30]
    assert sorted(log.stamps) == log.stamps


def test_a_failing_command_is_told_with_its_message():
    with pytest.raises(commands.CommandError, match=r"`hybridize no-such-command` exited with"):
        commands.hybridize("no-such-command", cwd=REPOSITORY)


def test_unknown_model_is_refused_by_name(capsys):
    with pytest.raises(SystemExit) as stopped:
        demo.main(["mlp", "no_such_model"])
    assert stopped.value.code == 2
    assert "no model named no_such_model; there are autoencoder," in capsys.readouterr().err


@pytest.mark.parametrize(
    ("comparison", "code", "line"),
    [
        (Comparison("a", ("main.py: f",), 20, 4.0, 2.0, 1.0, 0.5, 1e-7), 0, "1 of 1 models run faster"),
        (Comparison("a", ("main.py: f",), 20, 2.0, 4.0, 1.0, 2.0, 1e-7), 1, "0 of 1 models run faster"),
        (Comparison("a", ("main.py: f",), 20, 4.0, 2.0, 1.0, 0.5, 0.1), 1, "NO 1e-01"),
        (Comparison("a", ("main.py: f",), error="raised [boom]"), 1, "a: raised [boom]"),
    ],
)
def test_conclusion(comparison, code, line, tmp_path, capsys):
    console = demo.Console(width=150)
    assert demo.conclude(console, [comparison], tmp_path) == code
    assert line in capsys.readouterr().out
    assert json.loads((tmp_path / "figures.json").read_text())[0]["speed_up"] == comparison.speed_up
    assert (tmp_path / "speedups.png").read_bytes().startswith(b"\x89PNG")
    assert comparison.model in present.outcome(comparison)


@pytest.mark.tf
def test_a_true_edit_is_measured(workers, copy, monkeypatch):
    monkeypatch.setattr("corpus.demo.compare.SECONDS_PER_RUN", 0.2)  # nobody reads how fast it is
    edited = copy("def train_step", "@tf.function\ndef train_step")
    comparison = compare(MODELS / edited.name, edited, *workers)
    assert comparison.functions == ("main.py: train_step",)
    assert comparison.equal
    assert comparison.speed_up is not None
    assert comparison.eager_ms * comparison.steps < 2e3 * comparison.eager_seconds  # a median, beside the sum


@pytest.mark.tf
def test_a_changed_program_is_found_out(workers, copy):
    edited = copy("LEARNING_RATE = 0.1", "LEARNING_RATE = 0.2")
    comparison = compare(MODELS / edited.name, edited, *workers)
    assert comparison.functions == ()
    assert not comparison.equal


@pytest.mark.tf
def test_a_raising_and_a_dying_program_cost_only_themselves(workers, copy, tmp_path):
    edited = copy("return loss, tf", "raise ValueError('broken step')\n    return loss, tf")
    comparison = compare(MODELS / edited.name, edited, *workers)
    assert "ValueError: broken step" in comparison.error
    dying = program(tmp_path / "dying", "import os\nos._exit(3)\n")
    silent = program(tmp_path / "silent", "def main(argv): return {}\n")
    with pytest.raises(ProgramError, match=r"--steps 2 printed no two lines `step N …`"):
        workers[1].run(silent, 2)
    with pytest.raises(
        ProgramError, match=r"dying.main\.py --steps 1 ended its process; what it said is in .*edited\.log"
    ):
        workers[1].run(dying, 1)
    assert compare(MODELS / edited.name, MODELS / edited.name, *workers).difference == 0.0
