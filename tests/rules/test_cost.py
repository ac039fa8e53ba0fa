"""What the rules cost beside the analysis, in calls of Python functions: the same number in every run."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from hybridize_analyzer import rules
from hybridize_analyzer.program.modules import name_modules
from hybridize_analyzer.program.parse import parse
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_analyzer.report import Problem
from hybridize_analyzer.interpreter.syntax import reductions
from hybridize_analyzer.facts import relaxation
from hybridize_analyzer.facts.collect import collect
from hybridize_analyzer.solver.roots import explore
from hybridize_analyzer.facts.traces import reuse
from hybridize_analyzer.verdict.decide import decide

MODELS = Path(__file__).parent.parent.parent / "corpus/models"
LIMIT = 0.2
_FOLDER = str(Path(rules.__file__).parent)
_FOR_RULES = {module.__file__ for module in (reductions, relaxation, reuse)}


class Calls:
    """Calls so far, and how many of them the rules made, and what is worked out for them alone."""

    def __init__(self) -> None:
        self.all = self.of_rules = self._depth = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.all += 1
            if self._depth or _is_for_rules(frame.f_code.co_filename):
                self._depth += 1
                self.of_rules += 1
        elif event == "return" and self._depth:
            self._depth -= 1


def _is_for_rules(file: str) -> bool:
    return file.startswith(_FOLDER) or file in _FOR_RULES


@contextmanager
def _counted() -> Iterator[Calls]:
    calls = Calls()
    before = sys.getprofile()
    sys.setprofile(calls)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def _judge(path: Path) -> int:
    """Analyses one program and decides about each of its functions."""
    text = path.read_text(encoding="utf-8")
    names = name_modules([path.name])
    module = parse(SourceFile(path, path.name, text, "utf-8", text.encode()), names)
    assert not isinstance(module, Problem), module
    return len([decide(facts, library=False) for facts in collect(explore({path.name: module}, names))])


def test_all_rules_together_add_less_than_a_fifth() -> None:
    programs = sorted(MODELS.glob("*/main.py"))
    assert programs
    rules.all_rules()
    with _counted() as calls:
        functions = sum(map(_judge, programs))
    assert functions > len(programs)
    share = calls.of_rules / (calls.all - calls.of_rules)
    assert share < LIMIT, f"the rules make {share:.1%} of the calls of the analysis"
