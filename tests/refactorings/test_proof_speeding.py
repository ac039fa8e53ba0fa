"""When an edit counts as slow: by wall-clock and processor time, and not on first sight."""

import pytest
from hybridize_analyzer.observed.profile import Profile
from hybridize_analyzer.report import NOT_TRACED, Applicability
from hybridize_refactorings.proof import speeding
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Times, Whole
from hybridize_refactorings.proof.subject import Edit


@pytest.mark.parametrize(
    ("before", "after", "slower"),
    [
        (Whole(10.0, 0, 8.0), Whole(13.0, 0, 5.0), False),  # the machine was busy
        (Whole(10.0, 0, 8.0), Whole(9.0, 0, 12.0), False),  # it uses more processors, and ends earlier
        (Whole(10.0, 0, 8.0), Whole(13.0, 0, 11.0), True),
        (Whole(10.0, 0, 8.0), Whole(10.2, 0, 8.2), False),
        (Whole(10.0, 0), Whole(13.0, 0), True),  # nothing else is known
    ],
)
def test_a_slower_run(before, after, slower):
    assert after.slower_than(before, 1.05) is slower


class Timing:
    """In place of measuring: each run gives the next of some wall-clock times of the edited program, the least counts."""

    made = 0

    def __init__(self, *_, **__):
        self._times = [13.0, 9.0, 8.0]
        self._runs = 0

    def run(self, repeat):
        self._runs += repeat
        Timing.made += 2 * repeat

    def result(self):
        return Measurement((), Whole(10.0, 0), Whole(min(self._times[: self._runs]), 0), self._runs)


def test_nothing_is_turned_down_on_first_sight(monkeypatch):
    monkeypatch.setattr(speeding, "Timing", Timing)
    search = speeding._Search(None, None, Profile(tool="0"), print, 0.0, 1.0, 1, False, True)
    sure = search._timed(None, lambda _: False)
    assert (sure.runs, sure.edited.seconds) == (1, 13.0)
    doubtful = search._timed(None, lambda found: found.edited.slower_than(found.original, 1.05))
    assert (doubtful.runs, doubtful.edited.seconds) == (2, 9.0)
    assert search._measuring == Timing.made == 6


def timed(total, calls=10):
    return Times(calls, total / calls, total, 1, 0.1, 0, (total,))


def function(name, before, after, calls=10):
    edit = Edit(name, "a.py", name, 4, "adds `@tf.function`", "convert", Applicability.SAFE, NOT_TRACED)
    return FunctionMeasure(edit, timed(before), timed(after, calls), ())


SLOWER = Whole(10.0, 0), Whole(12.0, 0)


def slow(*functions, whole=SLOWER):
    return speeding._Search._slow(Measurement(functions, *whole, 1))


def test_a_slower_run_is_laid_to_the_functions_that_are_slower():
    found = slow(function("good", 4.0, 1.0), function("bad", 1.0, 5.0))
    assert list(found) == ["bad"]
    assert found["bad"] == "it is not faster: 1.00 s before, 5.00 s after"


def test_where_no_function_is_slower_what_gains_least_goes_first():
    found = slow(function("much", 4.0, 1.0), function("little", 1.0, 0.9), function("some", 2.0, 1.0))
    assert sorted(found) == ["little", "some"]
    assert set(found.values()) == {"the whole run takes 12.0 s with it, and 10.0 s without"}
    assert list(slow(function("only", 4.0, 1.0))) == ["only"]


def test_a_graph_that_this_run_is_too_short_for_says_from_when_it_pays():
    edit = function("step", 4.0, 1.0).edit
    before = Times(10, 0.4, 4.0, 0, 0.0, 0, ())
    after = Times(10, 0.1, 7.0, 1, 6.0, 0, ())  # six seconds of tracing, 0.3 seconds saved by each call
    (found,) = slow(FunctionMeasure(edit, before, after, ())).values()
    assert found == (
        "a call is 4.0x as fast, and 1 traces take longer than this run gains (4.00 s before, 7.00 s after); "
        "it pays from 20 calls on"
    )


def test_a_faster_run_keeps_what_is_faster():
    assert slow(function("good", 4.0, 1.0), whole=(Whole(10.0, 0), Whole(7.0, 0))) == {}


def test_only_calls_that_are_still_made_count():
    assert function("inner", 4.0, 0.1, calls=1).totals == (pytest.approx(0.4), 0.1)
    (found,) = slow(function("inner", 4.0, 0.5, calls=1)).values()
    assert found == "it is not faster: 0.40 s before, 0.50 s after"
    assert function("step", 4.0, 1.0).totals == (4.0, 1.0)
