"""When an edit counts as slow: by wall-clock and processor time, and not on first sight."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hybridize_analyzer.observed.profile import Node, Profile
from hybridize_analyzer.report import NOT_TRACED, Applicability, Report
from hybridize_refactorings.proof import speeding
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Times, Whole
from hybridize_refactorings.proof.subject import Edit, Subject


def node(name, seconds, *inner):
    return Node(function=f"a.py:{name}", calls=9, seconds=seconds, own=0.0, nodes=inner)


TREE = Profile(tool="0", tree=(node("step", 6.0, node("walk", 5.0, node("leaf", 0.01))), node("alone", 3.0)))


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


def member(name, verdict="cell", group="trees"):
    return Edit(name, "a.py", name, 4, "adds `@cell`", verdict, Applicability.UNSAFE, NOT_TRACED, group)


def untimed(edit):
    return FunctionMeasure(edit, None, None, ())


SLOWER = Whole(10.0, 0), Whole(12.0, 0)


def slow(*functions, whole=SLOWER):
    return speeding._Search._slow(Measurement(functions, *whole, 1))


def test_a_slower_run_is_laid_to_the_functions_that_are_slower():
    found = slow(function("good", 4.0, 1.0), function("bad", 1.0, 5.0))
    assert list(found) == ["bad"]
    assert found["bad"] == "it is not faster: 1.00 s before, 5.00 s after"


SCOPE, CELL, WALK = member("step", "repair"), member("leaf"), member("walk")


@pytest.mark.parametrize(("after", "turned_down"), [(3.0, []), (3.9, ["leaf", "step", "walk"])])
def test_a_group_is_as_fast_as_the_function_with_its_scope(after, turned_down):
    step = FunctionMeasure(SCOPE, timed(4.0), timed(after), ())
    found = slow(
        untimed(CELL), step, untimed(WALK), function("good", 4.0, 1.0), whole=(Whole(9.0, 0), Whole(8.0, 0))
    )
    assert sorted(found) == turned_down


def test_a_group_that_this_run_is_too_short_for_says_what_takes_long():
    before, after = Times(10, 0.4, 4.0, 0, 0.0, 0, ()), Times(10, 0.1, 7.0, 0, 0.0, 0, ())
    found = slow(untimed(CELL), FunctionMeasure(SCOPE, before, after, ()))
    assert set(found) == {"leaf", "step"}
    assert set(found.values()) == {
        "a call is 4.0x as fast, and the first calls, in which cells are traced, take longer than this run gains "
        "(4.00 s before, 7.00 s after)"
    }


def search_of(*edits):
    subject = Subject(Report(Path(), (), (), ()), {}, True, edits)
    return speeding._Search(None, subject, TREE, print, 0.0, 1.0, 1, False, True)


def test_a_group_is_tried_and_turned_down_as_a_whole():
    edits = [
        replace(edit, key=f"a.py:{edit.qualname}#0")
        for edit in (SCOPE, CELL, WALK, function("alone", 1, 1).edit)
    ]
    search = search_of(*edits)
    everything = {edit.key for edit in edits}
    assert search._choice() == everything
    search._rejected.update(search._whole({"a.py:leaf#0": "it differs"}))
    assert search._choice() == {"a.py:alone#0"}
    assert search._whole({"a.py:alone#0": "slow"}) == {"a.py:alone#0": "slow"}


class Compared:
    """In place of runs: the program differs wherever one edit is in it."""

    def __init__(self, bad):
        self._bad, self.asked = bad, []

    def compared(self, keys):
        self.asked.append(keys)
        return SimpleNamespace(differs=self._bad in keys)


def test_which_edits_differ_is_asked_of_whole_groups():
    edits = [SCOPE, CELL, WALK, function("alone", 1, 1).edit, function("other", 1, 1).edit]
    trial = Compared("walk")
    kept = frozenset(edit.key for edit in edits)
    found = search_of(*edits)._refuted(trial, kept, SimpleNamespace(suspects=frozenset()))
    assert found == {"leaf", "step", "walk"}
    assert all(len(keys & found) in (0, 3) for keys in trial.asked)


@pytest.mark.parametrize(
    ("idle", "left_out"),
    [
        ({"eval": "never called"}, {"eval"}),  # another scope of the group is proved
        ({"eval": "never called", "leaf": "not inside"}, {"eval", "leaf"}),
        ({"step": "it varies", "eval": "never called"}, {"step", "eval", "leaf"}),
        ({"alone": "it varies"}, {"alone"}),
    ],
)
def test_a_group_is_reduced_to_what_is_proved(idle, left_out):
    edits = [SCOPE, CELL, member("eval", "repair"), function("alone", 1, 1).edit]
    kept = frozenset(edit.key for edit in edits)
    assert set(search_of(*edits)._reduced(kept, idle)) == left_out


def test_what_came_of_another_choice_follows_what_came_of_the_first():
    first = speeding.SpeedUp(
        (), (speeding.Rejected(SCOPE, "slow"), speeding.Rejected(CELL, "slow")), (), None, None, 5
    )
    assert first.turned_down == {"trees"}
    kept = function("alone", 4.0, 1.0)
    then = speeding.SpeedUp(
        (kept,), (speeding.Rejected(member("step", "convert", ""), "slow"),), (), None, None, 4
    )
    both = then.after(first)
    assert (both.runs, both.kept, both.turned_down) == (9, (kept,), {"trees"})
    assert [each.edit.key for each in both.rejected] == ["leaf", "step"]


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
