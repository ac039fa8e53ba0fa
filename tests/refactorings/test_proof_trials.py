"""How often the original program runs: again only where something differs."""

from dataclasses import replace
from pathlib import Path

import pytest
from hybridize_analyzer.report import NOT_TRACED, Applicability, Report
from hybridize_refactorings.proof.commands import Ended
from hybridize_refactorings.proof.runs import Run
from hybridize_refactorings.proof.subject import Edit, Subject
from hybridize_refactorings.proof.trials import LONGER, OriginalFails, Trial

EDIT = Edit("a.py:f#0", "a.py", "f", 4, "adds `@tf.function`", "convert", Applicability.SAFE, NOT_TRACED)
KEYS = frozenset({EDIT.key})


class Files(Subject):
    """One edit of a file that is never written."""

    def originals(self):
        return {}

    def files(self, keys):
        return {"a.py": b"edited"} if keys else {}

    def names(self):
        return {}


class Workspace:
    """Gives prepared ends of a command in place of running it; notes the limits of edited runs."""

    def __init__(self, originals, edited):
        self._originals, self._edited = iter(originals), edited
        self.limits = []

    def run(self, files, *_, limit=None, rounding=None, **__):
        if files:
            self.limits.append(limit)
            return Run(self._edited, ())
        return Run(next(self._originals), ())


def ended(text, code=0, seconds=30.0):
    return Ended(code, seconds, text, "")


def trial(originals, edited, *, twice=False, longer=LONGER, accept_failure=False):
    workspace = Workspace(originals, edited)
    subject = Files(Report(Path("/"), (), (), ()), {}, True, (EDIT,))
    found = Trial(workspace, subject, lambda _: None, 1.0, longer)
    found.run_original(accept_failure=accept_failure, twice=twice)
    return found, workspace


def test_where_nothing_differs_the_original_runs_once():
    found, _ = trial([ended("loss 1")], ended("loss 1"))
    assert not found.settled(KEYS).differs
    assert (len(found.originals), found.runs) == (1, 2)
    assert found.edited(frozenset()) is found.originals[0]


def test_what_varies_by_itself_is_learnt_where_something_differs():
    found, _ = trial([ended("at 10:01"), ended("at 10:02")], ended("at 10:03"))
    assert not found.settled(KEYS).differs
    assert len(found.originals) == 2


def test_what_the_edit_changes_still_differs():
    same = [ended("steps done: 3")] * 5
    found, _ = trial(same, ended("steps done: three"))
    assert found.settled(KEYS).differs
    assert len(found.originals) == 2


def test_what_was_ended_at_the_limit_needs_no_other_run():
    found, _ = trial([ended("x")], ended("x", None))
    assert found.settled(KEYS).differs
    assert found.runs == 2


def test_other_arguments_are_compared_with_the_same_originals():
    found, _ = trial([ended("at 10:01"), ended("at 10:02")], ended("at 10:03"))
    other = found.other(replace(found._subject))
    assert not other.settled(KEYS).differs
    assert not found.settled(KEYS).differs
    assert len(found.originals) == len(other.originals) == 2


def test_codes_that_vary():
    with pytest.raises(OriginalFails, match="exits with 0 and 3 on the same program"):
        trial([ended(""), ended("", 3)], ended(""), twice=True, accept_failure=True)


@pytest.mark.parametrize(("longer", "limit"), [(LONGER, 300.0), (4.0, 120.0), (1.5, 60.0)])
def test_the_limit_of_an_edited_run(longer, limit):
    found, workspace = trial([ended("x")], ended("x"), longer=longer)
    found.settled(KEYS)
    assert workspace.limits == [limit]
