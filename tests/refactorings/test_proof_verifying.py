"""Whole proofs with TensorFlow: what is proved, what is refuted and why, what was not exercised."""

import sys
import textwrap
from dataclasses import replace

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Applicability, FunctionReport, Location, Report
from hybridize_analyzer.workspace.reading import decode_source
from hybridize_refactorings import find_repairs
from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.proof.copying import TreeCopy
from hybridize_refactorings.proof.runs import Job
from hybridize_refactorings.proof.subject import subject_of
from hybridize_refactorings.proof.trials import OriginalFails
from hybridize_refactorings.proof.verifying import verify

pytestmark = pytest.mark.tf

PROGRAM = """\
import time
import numpy as np
import tensorflow as tf

weight = tf.Variable(1.0)
log = []
count = 0


def step(x):
    weight.assign_sub(0.1 * tf.reduce_sum(x) * weight)
    return {"loss": weight * x, "parts": [x, tf.ragged.constant([[1.0], []])]}


def inner(x):
    return tf.nn.relu(x)


def around(x):
    return inner(x) * 2.0


def prints(x):
    print("called")
    return x + 1.0


def appends(x):
    log.append(1)
    return x + 1.0


def counts(x):
    global count
    count += 1
    return x + 1.0


def arrays(x):
    return x.numpy() + 1.0


def python_result(x):
    return 3.0


def raises(x):
    if x.shape[0] == 2:
        raise KeyError("two")
    return x


def clock(x):
    return x + time.time() % 60.0


def unused(x):
    return x


def later(x):
    return x * float(len(log))


class Model:
    def __init__(self):
        self.v = tf.Variable([1.0, 2.0])
        self.calls = 0

    def good(self, x):
        self.v.assign_add(x)
        return tf.reduce_sum(self.v)

    def bad(self, x):
        self.calls += 1
        return x


def main():
    model = Model()
    x = tf.constant([1.0, 2.0])
    for _ in range(3):
        step(x)
        around(x)
        clock(x)
        model.good(x)
        for function in CALLED:
            try:
                function(x)
            except KeyError:
                print("KeyError")
        if "bad" in MORE:
            model.bad(x)


CALLED, MORE = [{called}], {more!r}
main()
print("weight", weight.numpy())
"""


def proof_of(folder, functions, called=(), more=(), program=PROGRAM, **options):
    """The proof that `functions` of the program can all be converted, whatever the analysis says of them."""
    text = (
        textwrap.dedent(program).replace("{called}", ", ".join(called)).replace("{more!r}", repr(list(more)))
    )
    (folder / "main.py").write_text(text)
    source = decode_source(text.encode(), folder / "main.py", folder)
    lines = {
        line.split("(")[0].split()[-1]: n for n, line in enumerate(text.splitlines(), 1) if "def " in line
    }
    reports = []
    for name in functions:
        line = lines[name.rpartition(".")[2]]
        where = Location("main.py", line, 1, line, 2)
        reports.append(FunctionReport("main.py", name, line, where, False, "convert", True))
    report = Report(folder, tuple(reports), (), ())
    job = Job(TreeCopy(folder), (sys.executable, "main.py"), folder, folder, 300.0)
    return verify(job, subject_of(report, {"main.py": source}, unsafe=False), lambda _: None, **options)


def verdicts(proof):
    return {found.edit.qualname: found.verdict for found in proof.functions}


def test_proved_and_not_exercised(tmp_path):
    proof = proof_of(tmp_path, ["step", "inner", "around", "clock", "unused", "Model.good"])
    assert verdicts(proof) == {
        "step": "proved",
        "inner": "proved",
        "around": "proved",
        "clock": "not exercised",
        "unused": "not exercised",
        "Model.good": "proved",
    }
    found = {function.edit.qualname: function for function in proof.functions}
    assert (found["step"].compared.calls, found["step"].compared.traces) == (3, 1)
    assert found["inner"].reason == "it ran inside the graph of `around`, whose results were compared"
    assert "varies from run to run" in found["clock"].reason
    assert found["unused"].reason == "the command never calls it"
    assert (proof.runs, proof.code, proof.lines, proof.faults) == (3, 0, 1, ())


REFUTED = {
    "prints": "it did not print 'called'",
    "appends": "`global log[1]` is gone",
    "counts": "`global count`: int 2 became int 1",
    "arrays": "raised AttributeError",
    "python_result": "float 3.0 became a tensor of float32[]",
    "Model.bad": "`self.calls`",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUTED)
def test_refuted(tmp_path, name):
    called = [] if "." in name else [name]
    proof = proof_of(tmp_path, ["step", "around", name], called, ["bad"])
    assert verdicts(proof) == {"step": "proved", "around": "proved", name: "refuted"}
    reason = next(found.reason for found in proof.functions if found.verdict == "refuted")
    assert REFUTED[name].replace("`", "") in reason.replace("`", "")


@pytest.mark.slow
def test_the_guilty_are_dropped_and_the_rest_is_proved(tmp_path):
    """Two at fault, one of which shows only in what another function does."""
    names = ["step", "around", "prints", "counts", "Model.good"]
    proof = proof_of(tmp_path, names, ["prints", "counts", "raises"])
    assert verdicts(proof) == {
        "step": "proved", "around": "proved", "prints": "refuted", "counts": "refuted", "Model.good": "proved",
    }  # fmt: skip
    assert proof.runs == 5  # what each of the two did by itself needs no bisection


@pytest.mark.slow
def test_an_exception_of_the_program_is_compared(tmp_path):
    proof = proof_of(tmp_path, ["raises", "step"], ["raises"])
    assert verdicts(proof) == {"raises": "proved", "step": "proved"}


def test_a_command_that_fails_on_the_original(tmp_path):
    with pytest.raises(OriginalFails, match="exits with 1 on the original program") as caught:
        proof_of(tmp_path, ["step"], program="def step(x): return x\nraise SystemExit(1)\n")
    assert caught.value.ended.code == 1
    proof = proof_of(
        tmp_path, ["step"], program="def step(x): return x\nraise SystemExit(1)\n", accept_failure=True
    )
    assert (proof.code, verdicts(proof)) == (1, {"step": "not exercised"})


def test_a_subject_of_files_in_a_folder_and_of_equal_names(tmp_path):
    text = "import tensorflow as tf\nif 1:\n    def f(x): return x\nelse:\n    def f(x): return x\n"
    (tmp_path / "a.py").write_text(text)
    source = decode_source(text.encode(), tmp_path / "a.py", tmp_path)
    where = Location("a.py", 5, 1, 5, 2)
    report = FunctionReport("a.py", "f", 5, where, False, "convert", True)
    subject = subject_of(
        Report(tmp_path, (report, replace(report, line=3)), (), ()), {"a.py": source}, unsafe=False
    )
    assert [edit.key for edit in subject.edits] == ["a.py:f#0", "a.py:f#1"]
    assert subject.watched() == {"a.py": {"f#0": "a.py:f#0", "f#1": "a.py:f#1"}}
    assert subject.files({"a.py:f#1"})["a.py"].decode() == text.replace(
        "else:\n    def", "else:\n    @tf.function\n    def"
    )
    assert subject.edits[0].applicability is Applicability.SAFE


HYBRID = """\
import tensorflow as tf


def inner(x):
    return tf.nn.relu(x)


@tf.function
def outer(x):
    return inner(x) * 2.0


for _ in range(3):
    outer(tf.constant([-1.0, 2.0]))
"""


@pytest.mark.slow
def test_graphs_that_were_there_before_are_witnesses(tmp_path):
    text = HYBRID
    (tmp_path / "main.py").write_text(text)
    source = decode_source(text.encode(), tmp_path / "main.py", tmp_path)
    report = analyze(tmp_path, (source,))
    functions = [
        replace(f, verdict="convert", safe=True, gain="low") if f.qualname == "inner" else f
        for f in report.functions
    ]
    subject = subject_of(replace(report, functions=tuple(functions)), {"main.py": source}, unsafe=False)
    assert (subject.keys, subject.witnesses) == ({"main.py:inner#0"}, {"main.py:outer#0"})
    job = Job(TreeCopy(tmp_path), (sys.executable, "main.py"), tmp_path, tmp_path, 300.0)
    (found,) = verify(job, subject, lambda _: None).functions
    assert found.verdict == "proved"
    assert found.reason == "it ran inside the graph of `outer`, whose results were compared"


SPLIT = """\
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
history = []


def train(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w * x - 1.0))
    gradient = tape.gradient(loss, w)
    w.assign_sub(0.1 * gradient)
    history.append(float(loss))
    print("loss", float(loss))
    return loss


for _ in range(3):
    train(tf.constant([1.0, 2.0]))
"""


@pytest.mark.slow
def test_a_repair_is_proved_like_any_edit(tmp_path):
    (tmp_path / "main.py").write_text(SPLIT)
    source = decode_source(SPLIT.encode(), tmp_path / "main.py", tmp_path)

    analyst = Analyst(tmp_path)
    report, sources = analyst.report([source]), {"main.py": source}
    repairs = find_repairs(report, sources, analyst)
    subject = subject_of(report, sources, unsafe=False, repairs=repairs, analyst=analyst)
    assert [(edit.qualname, edit.verdict) for edit in subject.edits] == [("train", "repair")]
    assert b"@tf.function" in subject.files(subject.keys)["main.py"]
    assert subject.files(()) == {}
    job = Job(TreeCopy(tmp_path), (sys.executable, "main.py"), tmp_path, tmp_path, 300.0)
    proof = verify(job, subject, lambda _: None)
    assert verdicts(proof) == {"train": "proved"}
    assert proof.functions[0].compared.compared == 3
