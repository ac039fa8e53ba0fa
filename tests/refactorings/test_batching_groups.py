"""Edits that batch the same calls, as `speedup` tries them: in groups, with what runs inside their scopes."""

from __future__ import annotations

from pathlib import Path

import pytest
from batching_cases import REWRITES
from edit_cases import source_file
from hybridize_refactorings.batching.groups import search_groups
from hybridize_refactorings.proof.subject import subject_of
from repair_cases import ANALYST, analyse

MODELS = Path(__file__).parents[2] / "corpus" / "models"
SCOPES = {
    "tree_lstm": "train_on",
    "varlen_lstm": "BracketReader.train_on",
    "moe": "MixtureOfExperts.__call__",
    "tree_fc": "train_on",
    "module_network": "Interpreter.loss",
}
EDITED = {
    "tree_lstm": {"TreeLSTM.__call__", "TreeLSTM.combine", "TreeLSTM.leaf"},
    "varlen_lstm": set(),  # the loop becomes one call, and what it called stays as it is
    "moe": set(),
    "tree_fc": {"fold", "merge", "loss_of"},
    "module_network": {"Interpreter.run", "Unary.__call__", "Attend.__call__", "Gate.__call__"},
}
NOT_CALLED_ANY_MORE = {
    "varlen_lstm": {"BracketReader.read", "BracketReader.cell"},
    "moe": {"MixtureOfExperts.predict_one", "MixtureOfExperts.route"},
}


def searched(name, scopes, refused=()):
    """A bundled model, and the groups in which scopes stand in some functions only."""
    paths = sorted((MODELS / name).glob("*.py"))
    sources = {path.name: source_file(path, path.name, path.read_bytes()) for path in paths}
    report = analyse(list(sources.values()))
    groups = search_groups(
        report, sources, ANALYST, list(REWRITES.values()),
        lambda piece: not piece.scope or piece.function.qualname in scopes, refused,
    )  # fmt: skip
    return report, sources, groups


@pytest.mark.parametrize("name", SCOPES)
def test_what_batches_the_same_calls_is_one_group(name):
    report, sources, (group,) = searched(name, {SCOPES[name]})
    functions = {(f.path, f.line): f.qualname for f in report.functions}
    inside = {functions[place] for place in group.inside}
    assert {edit.qualname for edit in group.edits} == EDITED[name] | {SCOPES[name]}
    assert inside >= EDITED[name] | NOT_CALLED_ANY_MORE.get(name, set())
    assert SCOPES[name] not in inside
    assert {edit.qualname for edit in group.edits if edit.region is not None} == {SCOPES[name]}

    subject = subject_of(report, sources, unsafe=True, repairs=group.edits, analyst=ANALYST)
    verdicts = {edit.qualname: edit.verdict for edit in subject.edits if edit.group}
    assert verdicts == {**dict.fromkeys(EDITED[name], "cell"), SCOPES[name]: "repair"}
    assert {edit.needs for edit in subject.edits if edit.group} == {"hybridize_runtime"}
    watched = {key.partition("#")[0] for names in subject.watched().values() for key in names}
    assert SCOPES[name] in watched
    assert not watched & inside


def test_where_one_way_is_turned_down_there_is_another():
    """The loop of `train_on` as one call; without that, the calls of `read` recorded in a scope."""
    _, _, (group,) = searched("varlen_lstm", {"BracketReader.train_on"})
    assert [edit.qualname for edit in group.edits] == ["BracketReader.train_on"]
    _, _, (other,) = searched("varlen_lstm", {"BracketReader.train_on"}, group.asked)
    assert {edit.qualname for edit in other.edits} >= {"BracketReader.read", "BracketReader.train_on"}
    assert other.name != group.name
    assert searched("varlen_lstm", {"BracketReader.train_on"}, group.asked | other.asked)[2] == ()


@pytest.mark.parametrize("name", SCOPES)
def test_without_a_scope_there_is_no_group(name):
    assert searched(name, set())[2] == ()
