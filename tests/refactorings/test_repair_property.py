"""Programs from a grammar of idioms do the same after `fix`, after `fix --repair`, and after more repairs.

A failure names its seed; `program(seed)` of `program_grammar` is the program.  2,000 seeds in the slow tier.
"""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from edit_cases import source_file
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Applicability
from hybridize_refactorings import plan_edits, plan_repairs
from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.repair_search import search_repairs
from hybridize_refactorings.repairs import all_repairs
from hybridize_refactorings.repairs.repair import Mend
from program_grammar import program

NAME = "refactorings/program_grammar.py"
FEW, MANY, CHUNK = 20, 2000, 20
IN_FAILURES_ONLY = ("side-effects-to-caller", "one-kind-on-all-sides")


@lru_cache(maxsize=64)
def analysed(text):
    return analyze(Path("/nowhere"), [source_file(Path("/nowhere/m.py"), "m.py", text.encode())])


class Remembering(Analyst):
    def report(self, sources):
        return analysed(sources[0].text)  # the searches ask about the same texts


ANALYST = Remembering(Path("/nowhere"))


def taken_as_safe(repair):
    """A repair that is unsafe only because an operation could fail, which none does here."""
    if repair.name not in IN_FAILURES_ONLY:
        return repair

    def plan(subject):
        for outcome in repair.plan(subject):
            yield replace(outcome, applicability=Applicability.SAFE) if isinstance(outcome, Mend) else outcome

    return replace(repair, plan=plan)


@lru_cache(maxsize=CHUNK)
def edited(text):
    """Programs after `fix` and `fix --repair`, and those that only repairs make which differ where something fails."""
    sources = {"m.py": source_file(Path("/nowhere/m.py"), "m.py", text.encode())}
    report = ANALYST.report(list(sources.values()))
    plans = [plan_edits(report, sources)]
    for repairs in (all_repairs(), [taken_as_safe(repair) for repair in all_repairs()]):
        found = search_repairs(report, sources, ANALYST, repairs=repairs)
        plans.append(plan_repairs(report, sources, ANALYST, found))
    safe = dict.fromkeys(edits[0].after for edits in plans[:-1] if edits)
    return list(safe), [edits[0].after for edits in plans[-1:] if edits and edits[0].after not in safe]


def differences(seed, before, safe, others, ask):
    after = safe + others
    for answer, text in zip(ask(before, *after), after, strict=True):
        told = answer["error"] and text in others  # it fails, and these repairs say that they differ then
        if answer["where"] and not told:
            yield f"seed {seed}: {answer['text']}\n{text}"


def check(seed, ask, executed):
    before = program(seed)
    programs = (before, *edited(before))

    def does():
        assert list(differences(seed, *programs, ask)) == []

    executed(f"{NAME}#{seed}", lambda: programs, does)


@pytest.mark.tf
@pytest.mark.parametrize("first", range(0, FEW, CHUNK))
def test_programs_do_the_same_after_every_edit(first, tensorflow_runs, executed):
    for seed in range(first, first + CHUNK):
        check(seed, tensorflow_runs, executed)


@pytest.mark.tf
@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, CHUNK))
def test_many_programs_do_the_same_after_every_edit(first, tensorflow_runs, executed):
    for seed in range(first, first + CHUNK):
        check(seed, tensorflow_runs, executed)


def test_the_same_seed_gives_the_same_program_and_most_are_edited():
    texts = [program(seed) for seed in range(CHUNK)]
    assert texts == [program(seed) for seed in range(CHUNK)]
    assert sum(any(after != text for after in edited(text)[0]) for text in texts) > 10
