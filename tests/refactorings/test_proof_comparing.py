"""Three runs put side by side: what is charged to a function, and what is not."""

from dataclasses import replace

import pytest
from hybridize_refactorings.proof.commands import Ended
from hybridize_refactorings.proof.comparing import compare
from hybridize_refactorings.proof.records import CallRecord, Process
from hybridize_refactorings.proof.runs import Run


def call(index, x, y, key="f", around=(), **options):
    """A call that receives `x` and returns `y`."""
    fields = {"error": None, "said": "", "graph": None, "traces": 0, **options}
    before = {"x": ("float", repr(x))}
    return CallRecord(key, index, "", around, before, before, {"": ("float", repr(y))}, **fields)


def run(*calls, graph=None, output="", code=0):
    counts = {}
    for each in calls:
        counts[each.place] = max(counts.get(each.place, 0), each.index + 1)
    process = Process(("python",), 0.0, calls, {}, counts, graph or {}, ())
    return Run(Ended(code, 1.0, output, ""), (process,))


def compared(original, edited, second=None, keys="f"):
    return compare(original, second or original, edited, list(keys))


def test_the_same():
    found = compared(run(call(0, 1.0, 2.0)), run(call(0, 1.0, 2.0, graph=0, traces=1)))
    assert not found.differs
    assert (found.functions["f"].compared, found.functions["f"].traces, found.functions["f"].values) == (
        1,
        1,
        2,
    )


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (call(0, 1.0, 2.1), "relative difference"),
        (
            call(0, 1.0, 2.0, error=("KeyError", "", ("KeyError", "Exception"))),
            "raised KeyError, and it returned",
        ),
        (call(0, 1.0, 2.0, said="loud\n"), "printed 'loud', too"),
    ],
)
def test_what_a_call_does_otherwise_is_charged_to_it(other, words):
    found = compared(run(call(0, 1.0, 2.0)), run(other))
    assert found.suspects == {"f"}
    assert words in found.functions["f"].difference


def test_a_subclass_is_caught_by_whoever_expects_the_class():
    before = call(0, 1.0, 2.0, error=("KeyError", "", ("KeyError", "Exception")))
    after = call(0, 1.0, 2.0, error=("MultilineKeyError", "", ("MultilineKeyError", "KeyError", "Exception")))
    assert not compared(run(before), run(after)).differs
    assert compared(run(after), run(before)).differs


def test_rounding_that_grows_is_not_charged_to_anyone():
    original = run(*(call(n, 1.0, 2.0) for n in range(6)))
    edited = run(*(call(n, 1.0 + 1e-7 * 40**n, 2.0 + 2e-7 * 40**n) for n in range(6)))
    found = compared(original, edited)
    assert not found.differs
    assert 1 <= found.functions["f"].compared < 6
    assert found.functions["f"].drifted == 6 - found.functions["f"].compared


def test_what_jumps_is_a_difference_of_the_program():
    found = compared(run(call(0, 1.0, 2.0), call(1, 1.0, 2.0)), run(call(0, 1.0, 2.0), call(1, 1.5, 2.5)))
    assert (found.suspects, found.drift[0], found.differs) == (frozenset(), "f", True)


def test_what_varies_by_itself_is_not_compared():
    found = compared(run(call(0, 1.0, 2.0)), run(call(0, 1.0, 9.0)), second=run(call(0, 1.0, 3.0)))
    assert (found.differs, found.functions["f"].varying, found.functions["f"].compared) == (False, 1, 0)


def keeping(made, marks, total):
    """A call that receives and keeps an object of which a set of ids varies, and gives a part that may."""
    kept = {"model": ("object", "M"), "model.ids": ("value", "set", str(marks)), "model.w": ("float", "1.0")}
    return replace(made, before=kept, after={**kept, "model.w": ("float", repr(total))})


def test_only_what_varies_of_a_call_is_left_out():
    runs = [run(keeping(call(0, 1.0, 2.0), marks, 3.0)) for marks in (1, 2, 3)]
    found = compared(runs[0], runs[2], second=runs[1])
    assert (found.differs, found.functions["f"].varying, found.functions["f"].compared) == (False, 0, 1)
    changed = compared(runs[0], run(keeping(call(0, 1.0, 2.0), 3, 4.0)), second=runs[1])
    assert "model.w" in changed.functions["f"].difference or "relative" in changed.functions["f"].difference
    other = compared(runs[0], run(keeping(call(0, 1.0, 2.5), 3, 3.0)), second=runs[1])
    assert other.suspects == {"f"}


def identified(made, identity, path="pool._id"):
    kept = {"pool": ("object", "Pool"), path: ("value", "str", identity)}
    return replace(made, before=kept, after=kept)


def test_an_identity_with_which_a_call_gives_the_same_is_left_out():
    runs = [run(identified(call(0, 1.0, 2.0), name)) for name in "abc"]
    found = compared(runs[0], runs[2], second=runs[1])
    assert (found.differs, found.functions["f"].varying, found.functions["f"].compared) == (False, 0, 1)
    assert compared(runs[0], run(identified(call(0, 1.0, 9.0), "c")), second=runs[1]).suspects == {"f"}
    # It does matter: with another text, the call gives another number.
    other = compared(runs[0], runs[2], second=run(identified(call(0, 1.0, 3.0), "b")))
    assert other.functions["f"].varying == 1
    # A text that is passed itself is no identity, and where nothing is given nothing is shown.
    passed = [run(identified(call(0, 1.0, 2.0), name, "text")) for name in "abc"]
    assert compared(passed[0], passed[2], second=passed[1]).functions["f"].varying == 1
    nothing = [
        run(replace(identified(call(0, 1.0, 2.0), name), result={"": ("value", "NoneType", "None")}))
        for name in "abc"
    ]
    assert compared(nothing[0], nothing[2], second=nothing[1]).functions["f"].varying == 1


def test_nothing_follows_from_a_call_that_receives_other_numbers():
    runs = [run(call(0, x, 2.0)) for x in (1.0, 5.0, 9.0)]
    found = compared(runs[0], runs[2], second=runs[1])
    assert (found.differs, found.functions["f"].varying, found.functions["f"].compared) == (False, 1, 0)


def test_calls_in_another_order_are_matched_by_what_they_received():
    a, b = [call(0, 1.0, 2.0), call(1, 3.0, 4.0)], [call(0, 3.0, 4.0), call(1, 1.0, 2.0)]
    found = compared(run(*a), run(*b), second=run(*b))
    assert (found.differs, found.functions["f"].compared) == (False, 2)


def test_calls_inside_a_function_that_became_a_graph_are_its_own_business():
    inner = [call(n, 1.0, 2.0, key="g", around=("f",)) for n in range(3)]
    found = compared(
        run(call(0, 1.0, 2.0), *inner), run(call(0, 1.0, 2.0, graph=0), graph={"g": ("f",)}), keys="fg"
    )
    assert not found.differs
    assert found.functions["g"].around == ("f",)


def test_calls_that_are_missing():
    found = compared(run(call(0, 1.0, 2.0), call(1, 1.0, 2.0)), run(call(0, 1.0, 2.0)))
    assert found.drift == ("f", "it is called 1 times fewer")


@pytest.mark.parametrize(
    ("edited", "words"),
    [
        (run(code=1), "exits with 1, and exits with 0 without the edit"),
        (run(code=None), "was ended after 1 s"),
        (run(output="b"), "line 1 of the output is 'b', and was 'a'"),
    ],
)
def test_differences_of_the_program(edited, words):
    assert words in compared(run(output="a"), edited).difference
