"""What recorded runs do to verdicts: observed at most, never safe, and never against a certain refusal."""

from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.observed.profile import FunctionRun, Kind, Profile, RecordedRun, Seen
from hybridize_analyzer.observed.runs import functions_below, runs_of
from hybridize_analyzer.report import Applicability
from hybridize_analyzer.verdict.acceptance import accept
from hybridize_analyzer.verdict.measured import expected_after, measured_speed_up, seconds_saved
from hybridize_analyzer.workspace.reading import decode_source

HEAD = "import tensorflow as tf\n\n\n"
BODY = """\
def unseen(x, mode):
    y = x
    for _ in range(12):
        y = tf.nn.relu(tf.matmul(y, y)) + x
    return y


def inner(x):
    for _ in range(12):
        x = tf.nn.relu(tf.matmul(x, x)) + 1.0
    return x


def outer(x):
    return inner(x)


def printing(x):
    print("called")
    return tf.nn.relu(x) * tf.exp(x)


def opaque(x, helper):
    return helper(tf.nn.relu(x) * tf.exp(x))
"""
FLOAT = Kind(kind="tensor", dtype="float32", shape=(2, 2))
TEXT = Kind(kind="primitive", type="str")


def seen(*kinds, values=0):
    return Seen(kinds=tuple((kind, 5) for kind in kinds), values=values)


def source(text=HEAD + BODY):
    return decode_source(text.encode(), Path("/p/a.py"), Path("/p"))


def recorded(text=HEAD + BODY, **functions):
    """A profile in which functions were called five times with some kinds of arguments."""
    import ast

    from hybridize_analyzer.observed.profile import digest_of, split_lines

    nodes = dict(functions_below(ast.parse(text), ""))
    made = [
        FunctionRun(
            path="a.py",
            qualname=name,
            line=nodes[name].lineno,
            digest=digest_of(split_lines(text), nodes[name]),
            calls=5,
            seconds=0.05,
            own=0.05,
            operations=180,
            own_operations=180,
            looked_at=5,
            deepest=1,
            parameters=parameters,
            result=seen(FLOAT),
        )
        for name, parameters in functions.items()
    ]
    run = RecordedRun(command=("x",), code=0, seconds=1.0, processes=1)
    return Profile(tool="0", runs=(run,), functions=tuple(made))


def report(profile=None, text=HEAD + BODY):
    sources = [source(text)]
    if profile is None:
        return analyze(Path("/p"), sources)
    return analyze(Path("/p"), sources, runs=runs_of(profile, sources))


def function(found, name):
    return next(f for f in found.functions if f.qualname == name)


UNSEEN = {"x": seen(FLOAT), "mode": seen(TEXT, values=1)}


def test_arguments_of_unseen_callers_are_observed():
    assert (function(report(), "unseen").safe, function(report(), "unseen").observed) == (False, False)
    found = report(recorded(unseen=UNSEEN))
    one = function(found, "unseen")
    assert (one.verdict, one.safe, one.observed) == ("convert", False, True)
    assert [(p.name, p.kind, p.dtype, p.shape) for p in one.parameters] == [
        ("x", "tensor", "float32", "[2, 2]"),
        ("mode", "primitive", None, None),
    ]
    (finding,) = [f for f in found.findings if f.function == "unseen"]
    assert finding.applicability is Applicability.OBSERVED
    assert finding.help == "`hybridize fix --observed` adds `@tf.function`"
    assert all("observed:" in note for note in finding.notes[-len(one.assumptions) :])


def test_what_is_observed_is_made_when_asked():
    accepted = accept(report(recorded(unseen=UNSEEN)), frozenset(), observed=True)
    assert function(accepted, "unseen").safe
    assert not function(accepted, "inner").safe  # was not recorded


def test_nothing_becomes_safe_by_a_run():
    """What follows from the recorded shapes of a caller is no more than observed."""
    found = report(recorded(outer={"x": seen(FLOAT)}, inner={"x": seen(FLOAT)}))
    for name in ("outer", "inner"):
        assert not function(found, name).safe
    safe = {f.qualname for f in report().functions if f.safe}
    assert {f.qualname for f in found.functions if f.safe} == safe


def test_a_function_that_was_not_recorded_is_not_observed():
    assert not function(report(recorded(outer={"x": seen(FLOAT)})), "inner").observed


def test_another_source_is_stale():
    edited = (HEAD + BODY).replace("y = x\n", "y = 2.0 * x\n")
    profile = recorded(unseen=UNSEEN, inner={"x": seen(FLOAT)})
    runs = runs_of(profile, [source(edited)])
    assert runs.stale == 1
    assert not function(report(profile, edited), "unseen").observed
    moved = HEAD + "# one more line\n" + BODY
    assert function(report(profile, moved), "unseen").observed


def test_a_certain_refusal_stays():
    found = function(report(recorded(printing={"x": seen(FLOAT)})), "printing")
    assert (found.verdict, found.observed) == ("keep", False)


def test_other_arguments_than_assumed_are_not_observed():
    for x in (seen(FLOAT, TEXT), seen(Kind(kind="object", type="Thing", hashable=False))):
        found = function(report(recorded(unseen={**UNSEEN, "x": x})), "unseen")
        assert not found.observed, found.assumptions


def test_the_gain_is_what_was_measured():
    found = function(report(recorded(unseen=UNSEEN)), "unseen")
    assert found.run is not None
    assert (found.run.calls, found.run.each, found.run.operations) == (5, 0.01, 36.0)
    assert found.speed_up < 2  # ten milliseconds for 36 operations are not those of dispatch
    assert found.gain == "low"


LAYERS = """\
class Layers(tf.Module):
    def __init__(self, thing):
        self.thing = thing

    def __call__(self, x):
        return self.thing.go(x) if isinstance(x, tf.Tensor) else x


def through(x, parts):
    for part in parts:
        if isinstance(x, tf.Tensor):
            x = part(x)
    return x
"""
PARTS = Kind(kind="container", type="list", length=1, parts=(Kind(kind="callable", type="function"),))


def test_an_uncertain_refusal_is_withdrawn_with_its_evidence():
    text = HEAD + LAYERS
    for name, arguments in (
        ("through", {"x": seen(FLOAT), "parts": seen(PARTS)}),
        ("Layers.__call__", {"x": seen(FLOAT)}),
    ):
        before = function(report(text=text), name)
        assert (before.verdict, before.refusals) == ("undetermined", ("no-tensor-parameter",))
        after = function(report(recorded(text, **{name: arguments}), text), name)
        assert (after.verdict, after.refusals, after.safe) == ("convert", (), False)
        # What unseen code does to the program besides, no run can show.
        assert [a.kind.value for a in after.assumptions if not a.observed] == ["unseen-code"]


def test_a_refusal_that_the_run_bears_out_stays():
    text = HEAD + LAYERS
    number = Kind(kind="primitive", type="float")
    after = function(
        report(recorded(text, through={"x": seen(number), "parts": seen(PARTS)}), text), "through"
    )
    assert after.verdict == "undetermined"


STEP = {
    "path": "a.py", "qualname": "step", "line": 1, "digest": "d", "calls": 100, "seconds": 1.5, "operations": 20_000,
}  # fmt: skip


def test_what_tapes_and_layers_take_is_no_computation():
    """A step of 15 ms and 200 operations, of which 1 ms is arithmetic: Python takes the rest."""
    older, step = FunctionRun(**STEP), FunctionRun(**STEP, computing=0.1)
    assert expected_after(step) == pytest.approx(1e-3 + (200 + 200) * 1e-6)
    assert measured_speed_up(step) == pytest.approx(10.7, abs=0.1)
    assert seconds_saved(step) == pytest.approx(1.36)
    assert measured_speed_up(older) == pytest.approx(1.5, abs=0.1)
    heavy = FunctionRun(**STEP, computing=1.5)
    assert measured_speed_up(heavy) < 1.0  # a graph computes for as long, and has to be called
    both = step.merged(step)
    assert (both.computing, measured_speed_up(both)) == (pytest.approx(0.2), measured_speed_up(step))
    assert step.merged(older).computing is None
    assert expected_after(step, dispatch=56e-6) == pytest.approx(2 * expected_after(step))
