"""Which functions are tried first: the outermost, and what they call once they are turned down."""

from pathlib import Path

from hybridize_analyzer.observed.profile import FunctionRun, Node, Profile
from hybridize_analyzer.observed.runs import Runs
from hybridize_analyzer.report import FunctionReport, Location, Report
from hybridize_refactorings.proof.choosing import covering_tests, outermost, staying_eager, surrounding
from hybridize_refactorings.proof.probe.profiling import TESTS


def node(name, seconds, *inner):
    return Node(function=f"a.py:{name}", calls=1, seconds=seconds, own=0.0, nodes=inner)


TREE = Profile(
    tool="0",
    tree=(node("main", 9.0, node("step", 6.0, node("loss", 4.0)), node("score", 3.0, node("loss", 2.0))),),
)


def names(*wanted, eager=()):
    found = outermost(TREE, [f"a.py:{n}" for n in wanted], [f"a.py:{n}" for n in eager])
    return [name.rpartition(":")[2] for name in found]


def test_the_outermost_on_each_way_the_longest_first():
    assert names("step", "loss", "score") == ["step", "score"]
    assert names("loss") == ["loss"]
    assert names("loss", "score") == ["loss", "score"]  # also called from elsewhere
    assert names("main", "loss") == ["main"]


def test_what_stays_eager_itself_hides_nothing():
    assert names("main", "step", "loss", eager=["main"]) == ["main", "step", "loss"]
    assert names("unknown") == []


def test_what_takes_time_only_inside_another_is_no_choice():
    tree = (node("main", 9.0, node("step", 6.0, node("loss", 4.0)), node("loss", 0.05)),)
    profile = Profile(tool="0", tree=tree)
    assert outermost(profile, ["a.py:step", "a.py:loss"]) == ("a.py:step",)
    assert outermost(profile, ["a.py:loss"]) == ("a.py:loss",)


def called(name, *tests):
    return FunctionRun(path="a.py", qualname=name, line=1, digest="", tests=tests)


def chosen(runs, *wanted):
    return covering_tests(Profile(tool="0", functions=runs), {("a.py", name, 1) for name in wanted})


def test_the_tests_that_call_what_is_tried():
    runs = (called("f", "t.py::a", "t.py::b"), called("g", "t.py::b"), called("h"), called("i", "t.py::c"))
    assert chosen(runs, "f", "g") == {"t.py::a", "t.py::b"}
    assert chosen(runs, "g", "h") == frozenset()  # something else calls it, or nothing
    assert chosen(runs, "unknown") == frozenset()
    many = called("f", *(f"t.py::{n}" for n in range(TESTS)))
    assert chosen((many,), "f") == frozenset()  # there may be more


def test_hot_functions_for_which_there_is_nothing_to_try():
    where = Location("a.py", 1, 1, 1, 2)
    seconds = {"little": 2.0, "much": 5.0, "tried": 3.0, "graph": 4.0, "cold": 0.05, "Cases.test_it": 6.0}
    functions, recorded = [], {}
    for line, name in enumerate(seconds):
        functions.append(FunctionReport("a.py", name, line, where, name == "graph", "keep", False))
        recorded["a.py", name, line] = FunctionRun(
            path="a.py", qualname=name, line=line, digest="", calls=9, seconds=seconds[name], operations=9,
            tests=("test_a.py::Cases::test_it[1]",),
        )  # fmt: skip
    report = Report(Path("/"), tuple(functions), (), ())
    found = staying_eager(report, Runs(recorded, seconds=10.0), {("a.py", 2)})
    assert [(each.function.qualname, each.share) for each in found] == [("much", 0.5), ("little", 0.2)]


def test_functions_that_spend_most_of_their_time_in_others():
    assert surrounding(TREE, {"a.py:step"}) == {"a.py:main"}
    assert surrounding(TREE, {"a.py:step"}, least=0.7) == frozenset()
    assert surrounding(TREE, {"a.py:loss"}) == {"a.py:main", "a.py:step", "a.py:score"}
    assert surrounding(TREE, {"a.py:unknown"}) == frozenset()
