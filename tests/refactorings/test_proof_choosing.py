"""Which functions are tried first: the outermost, and what they call once they are turned down."""

from hybridize_analyzer.observed.profile import Node, Profile
from hybridize_refactorings.proof.choosing import outermost


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
