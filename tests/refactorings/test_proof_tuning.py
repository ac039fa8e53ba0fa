"""Which arguments of `tf.function` are tried for graphs that are kept, which are kept, and what they look like."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.observed.profile import FunctionRun, Kind, Profile, Seen
from hybridize_analyzer.workspace.reading import decode_source
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Times, Whole
from hybridize_refactorings.proof.subject import subject_of
from hybridize_refactorings.proof.trials import OriginalFails
from hybridize_refactorings.proof.tuning import RELAXED, XLA, Tuning, joined, observed_signature, wishes

PROGRAM = """\
import tensorflow


def f(x):
    return tensorflow.nn.relu(x)


def g(x):
    return tensorflow.exp(x)
"""


@pytest.fixture
def subject(tmp_path):
    path = tmp_path / "a.py"
    path.write_text(PROGRAM)
    source = decode_source(path.read_bytes(), path, tmp_path)
    report = analyze(tmp_path, [source])
    functions = tuple(
        replace(f, verdict="convert", gain="low", input_signature=None, reconfiguration=None)
        for f in report.functions
    )
    return subject_of(replace(report, functions=functions), {"a.py": source}, unsafe=True)


def timed(total, traces=1):
    return Times(10, total / 10, total, traces, 0.0, 0, (total,))


def measured(subject, **totals):
    """A measurement; of each function the seconds before and after."""
    functions = tuple(
        FunctionMeasure(edit, timed(totals[edit.qualname][0]), timed(*totals[edit.qualname][1:]), ())
        for edit in subject.edits
        if edit.qualname in totals
    )
    return Measurement(functions, Whole(1.0, 0), Whole(1.0, 0), 1)


def tensor(*shape, dtype="float32", kind="tensor"):
    return Kind(kind=kind, dtype=dtype, shape=shape)


def seen(*kinds, others=0):
    return Seen(kinds=tuple((kind, 1) for kind in kinds), others=others)


def run(**parameters):
    return FunctionRun(path="a.py", qualname="f", line=4, digest="", parameters=parameters)


@pytest.mark.parametrize(
    ("parameters", "signature"),
    [
        ({"x": seen(tensor(2, 3))}, "[tf.TensorSpec([2, 3], tf.float32)]"),
        ({"x": seen(tensor(2, 3), tensor(5, 3))}, "[tf.TensorSpec([None, 3], tf.float32)]"),
        ({"x": seen(tensor(2, 3), tensor(None, 3))}, "[tf.TensorSpec([None, 3], tf.float32)]"),
        ({"x": seen(tensor(2), tensor(2, 3))}, "[tf.TensorSpec(None, tf.float32)]"),
        ({"x": seen(Kind(kind="tensor", dtype="int32"))}, "[tf.TensorSpec(None, tf.int32)]"),
        (
            {"self": seen(Kind(kind="object")), "x": seen(tensor()), "y": seen(tensor(4, kind="array"))},
            "[tf.TensorSpec([], tf.float32), tf.TensorSpec([4], tf.float32)]",
        ),
        ({"x": seen(tensor(2)), "n": seen(Kind(kind="primitive", type="int"))}, None),
        ({"x": seen(tensor(2), tensor(2, dtype="float64"))}, None),
        ({"x": seen(tensor(2), others=3)}, None),
        ({"x": seen(Kind(kind="tensor", shape=(2,)))}, None),
        ({"x": Seen()}, None),
        ({"self": seen(Kind(kind="object"))}, None),
        ({}, None),
    ],
)
def test_a_signature_that_fits_all_recorded_calls(parameters, signature):
    assert observed_signature(run(**parameters)) == signature


def test_arguments_join():
    signature = "input_signature=[tf.TensorSpec(None, tf.float32)]"
    assert joined("", XLA) == XLA
    assert joined(RELAXED, XLA) == f"{RELAXED}, {XLA}"
    assert joined(RELAXED, signature) == signature
    assert joined(signature, XLA) == f"{signature}, {XLA}"


def test_what_is_tried(subject):
    profile = Profile(tool="0", functions=(run(x=seen(tensor(2), tensor(3))),))
    found = measured(subject, f=(4.0, 1.0, 3), g=(4.0, 1.0, 1))
    signature = "input_signature=[tf.TensorSpec([None], tf.float32)]"
    assert list(wishes(subject, profile, found.functions)) == [
        {"a.py:f#0": RELAXED},
        {"a.py:f#0": signature},
        {"a.py:f#0": XLA, "a.py:g#0": XLA},
    ]
    inside = (replace(found.functions[0], original=None), found.functions[1])
    assert list(wishes(subject, profile, inside)) == [{"a.py:g#0": XLA}]
    given = subject.with_arguments({"a.py:f#0": signature})
    assert list(wishes(given, profile, found.functions)) == [{"a.py:f#0": XLA, "a.py:g#0": XLA}]


def test_arguments_are_written_as_the_file_spells_tensorflow(subject):
    given = subject.with_arguments(
        {"a.py:f#0": f"input_signature=[tf.TensorSpec([None], tf.float32)], {XLA}", "a.py:g#0": RELAXED}
    )
    assert [edit.what for edit in given.edits] == [
        "adds `@tensorflow.function(input_signature=[tensorflow.TensorSpec([None], tensorflow.float32)], "
        "jit_compile=True)`",
        "adds `@tensorflow.function(reduce_retracing=True)`",
    ]
    assert given.keys == subject.keys
    assert subject.with_arguments({}).files(subject.keys) == subject.files(subject.keys)


class Trials:
    """In place of a trial: says under which arguments the program differs, and remembers what was asked."""

    edited_runs = 1

    def __init__(self, subject=None, bad=(), asked=None):
        self.subject, self.bad, self.asked = subject, bad, [] if asked is None else asked

    def other(self, subject):
        return Trials(subject, self.bad, self.asked)

    def settled(self, keys):
        given = self.subject.arguments()
        self.asked.append(given)
        guilty = {key for key, text in self.bad if text in given[key]}
        one = SimpleNamespace(difference="it differs", around=())
        return SimpleNamespace(
            differs=bool(guilty), suspects=frozenset(guilty), functions=dict.fromkeys(keys, one),
            difference=None, drift=None,
        )  # fmt: skip


def tuning(subject, *, bad=(), totals=None, fails=False):
    compared = Trials(bad=bad)

    def time(after, doubtful, before):
        if fails:
            raise OriginalFails("the command fails", None)
        assert before.arguments() != after.arguments()
        found = measured(subject, **totals)
        doubtful(found)
        return found

    return Tuning(compared, subject, time), compared


def test_what_is_proved_and_pays_is_kept(subject):
    made, _ = tuning(subject, totals={"f": (2.0, 1.0), "g": (2.0, 1.9)})
    made.try_all({"a.py:f#0": XLA, "a.py:g#0": XLA})
    assert made.arguments == {"a.py:f#0": XLA}
    (refused,) = made.refused
    assert refused[0].what == "adds `@tf.function(jit_compile=True)`"
    assert refused[1] == "it does not pay: 2.00 s without, 1.90 s with it, tracing included"
    final, _ = made.final()
    assert final.arguments() == {"a.py:f#0": XLA, "a.py:g#0": ""}


def test_what_differs_is_turned_down_alone(subject):
    made, trials = tuning(subject, bad=[("a.py:f#0", XLA)], totals={"f": (2.0, 1.0), "g": (2.0, 1.0)})
    made.try_all({"a.py:f#0": XLA, "a.py:g#0": XLA})
    assert made.arguments == {"a.py:g#0": XLA}
    assert [reason for _, reason in made.refused] == ["it differs"]
    assert trials.asked[-1] == {"a.py:f#0": "", "a.py:g#0": XLA}
    made.try_all({"a.py:g#0": XLA})  # it is given already
    assert len(made.refused) == 1


def test_what_cannot_be_timed_is_turned_down(subject):
    made, _ = tuning(subject, fails=True)
    made.try_all({"a.py:f#0": XLA})
    assert made.final() is None
    assert made.refused[0][1] == "the command fails when it is timed: the command fails"
