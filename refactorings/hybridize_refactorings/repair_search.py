"""Repairs that make functions convertible: planned on the syntax, applied in memory, and decided by analysing again.

Nothing here believes that a repair helps.  All candidates are applied to the text at once, the analyzer reads the
result, and only those stay whose function (or the function taken out of it) is then one to convert.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import islice

from hybridize_analyzer.program.eager_mode import in_eager_mode
from hybridize_analyzer.report import Applicability, AssumptionKind, FunctionReport, Hazard, Report
from hybridize_analyzer.verdict.worth import with_inline_steps
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.analyst import Analyst, Values
from hybridize_refactorings.composing import changed_by_others, placed_before
from hybridize_refactorings.line_changes import replacements
from hybridize_refactorings.lines import BOM
from hybridize_refactorings.names import name_of
from hybridize_refactorings.parts import lines_of_gradients, lines_of_last_gradients
from hybridize_refactorings.postponing import Move, moved, postponed
from hybridize_refactorings.repaired_functions import (
    Key,
    Repaired,
    inside_graphs,
    judged,
    keyed,
    overlap,
    repaired_by,
    repaired_sources,
    splices_of,
    together,
)
from hybridize_refactorings.repairs import all_repairs
from hybridize_refactorings.repairs.repair import Helper, Mend, Repair, lines_shown
from hybridize_refactorings.splices import Splice, apply_splices
from hybridize_refactorings.subjects import Module, Subject, module_of, subject_of
from hybridize_refactorings.top_level import TOP_LEVEL, steps_at_top_level

_ROUNDS = 8
_MOST_PARTS = 4
_OBJECTS = frozenset({"object", "callable"})
_UNLIKE_TENSORS = frozenset({*_OBJECTS, "unknown"})
_NUMPY_UNSEEN = "numpy-unseen"
_UNSEEN = frozenset({AssumptionKind.OPAQUE_ARGUMENT, AssumptionKind.ARRAY_DTYPE})
_MADE_LATER = frozenset({"variable", "unbuilt", "lazy", "slots"})


@dataclass(slots=True)
class _Search:
    """One search for repairs: what is known, and what has been accepted and turned down so far.

    parts: how many parts the searches before have taken out of each function; their calls stand on the lines `apart`.
    """

    report: Report
    sources: Mapping[str, SourceFile]
    analyst: Analyst
    unsafe: bool
    values: Values
    rounds: int
    steps: bool
    parts: int = 0
    apart: Mapping[Key, frozenset[int]] = field(default_factory=dict)
    modules: dict[str, Module] = field(default_factory=dict)
    accepted: dict[Key, Repaired] = field(default_factory=dict)
    turned_down: dict[Key, frozenset[str | int]] = field(default_factory=dict)
    graphs: frozenset[tuple[str, int]] | None = None

    def module(self, path: str) -> Module | None:
        if path not in self.modules:
            try:
                self.modules[path] = module_of(self.sources[path].text.removeprefix(BOM))
            except Exception:  # whatever cannot be parsed for editing is left as it is
                return None
        return self.modules[path]

    def elsewhere(self, name: str, path: str) -> bool:
        """Whether another file than `path` holds a name."""
        word = re.compile(rf"\b{re.escape(name)}\b")
        return any(word.search(source.text) for other, source in self.sources.items() if other != path)

    def in_graph(self, path: str, line: int) -> bool:
        """Whether the function there may run inside a graph before any edit."""
        if self.graphs is None:  # the report may be of some functions only
            self.graphs = inside_graphs(self.analyst.report(list(self.sources.values())).functions)
        return (path, line) in self.graphs


def search_repairs(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    *,
    unsafe: bool = False,
    repairs: Sequence[Repair] | None = None,
    rounds: int | None = None,
    steps: bool = False,
) -> tuple[Repaired, ...]:
    """Repairs after which a function is one to convert.

    report: of `sources`; the functions in it are those that may be edited.  analyst: analyses it with changed texts.
    unsafe: also repairs and conversions that rest on an assumption or change what is said.
    rounds: how often it is tried to take a part out of a function without what the analysis objected to; None: as usual.
    steps: only what is worth telling those who have not asked: parts that together take half of the gradients of their
        function at least, and whose arguments are seen.
    """
    chosen = all_repairs() if repairs is None else repairs
    search = _Search(report, sources, analyst, unsafe, Values(analyst, sources), rounds or _ROUNDS, steps)
    if not steps:
        search.accepted |= _steps_first(search, chosen)
    found = _with_postponed(search, _found(search, chosen), chosen)
    if steps:
        found = tuple(each for each in found if _takes_most(search, each))
    return (*found, *_on_top(search, found, chosen)) if found else found


def _with_postponed(
    search: _Search, found: tuple[Repaired, ...], chosen: Sequence[Repair]
) -> tuple[Repaired, ...]:
    """The repairs, and those of functions whose steps are one part once what shows their results is behind them."""
    repairs = [repair for repair in chosen if repair.order]
    done = {(each.path, each.qualname) for each in found}
    more: list[Repaired] = []
    for key, function in keyed(search.report.functions).items():
        if repairs and key[:2] not in done and _is_candidate(function, search.sources, unsafe=search.unsafe):
            repaired = _postponed(search, key, function, repairs)
            if repaired is not None and not any(each.path == repaired.path for each in (*found, *more)):
                more.append(repaired)
    return (*found, *more)


def _postponed(
    search: _Search, key: Key, function: FunctionReport, repairs: Sequence[Repair]
) -> Repaired | None:
    """The repair of a function in the text with such statements behind its steps, as a repair of the text before."""
    module = search.module(function.path)
    subject = None if module is None else subject_of(module, function, search.values)
    moves = [] if subject is None else postponed(subject)
    if module is None or not moves:
        return None
    source, lines = search.sources[function.path], moved(module, moves)
    text = (BOM if source.text.startswith(BOM) else "") + "".join(line for _, line in lines)
    edited = replace(source, text=text, raw=text.encode(source.encoding, "surrogateescape"))
    after = {**search.sources, function.path: edited}
    now = (
        next(steps_at_top_level(after, {function.path}), None)
        if function.qualname == TOP_LEVEL
        else keyed(search.analyst.report(list(after.values())).functions).get(key)
    )
    if now is None:
        return None
    report, values = replace(search.report, functions=(now,)), Values(search.analyst, after)
    inner = _Search(report, after, search.analyst, search.unsafe, values, search.rounds, search.steps)
    then = next((each for each in _found(inner, repairs) if each.qualname == function.qualname), None)
    if then is None or not _helpers(then) or not _takes_most(inner, then):
        return None
    numbers = [number for number, _ in lines]
    taken = {n for each in _helpers(then) for n in numbers[each.first - 1 : each.first - 1 + each.lines]}
    away = {line for move in moves for line in range(move.first, move.last + 1)}
    if not all(taken.union(away).issuperset(move.passed) for move in moves):
        return None  # what a move passes and no graph runs could change what is shown
    whole = _as_one(module, numbers, text.removeprefix(BOM), then, moves)
    whole = replace(whole, line=function.line)
    return None if _spoils(search, {key: whole}, {}) else whole


def _as_one(
    module: Module, numbers: Sequence[int], text: str, then: Repaired, moves: Sequence[Move]
) -> Repaired:
    """The repair of a text in which lines have been moved, as one of the text before.  numbers: of its lines, before."""
    repaired = apply_splices(text, splices_of(module_of(text), [replace(m, added=()) for m in then.mends]))
    starts = module.lines.starts
    before, after = module.lines.texts, repaired.splitlines(keepends=True)
    splices = tuple(
        Splice(starts[first], starts[last], new) for first, last, new in replacements(before, after)
    )
    shown = " and ".join(lines_shown(move.first, move.last) for move in moves)
    mends = []
    for at, mend in enumerate(then.mends):
        helper, what = mend.helper, mend.what
        if helper is not None:
            taken = numbers[helper.first - 1 : helper.first - 1 + helper.lines]
            placed = replace(helper, first=min(taken), lines=max(taken) - min(taken) + 1)
            what = what.replace(helper.shown, placed.shown)
            helper = placed
        what = what if at else f"{what}, with {shown} behind it"
        mends.append(replace(mend, splices=() if at else splices, helper=helper, what=what))
    return replace(then, mends=tuple(mends))


def _steps_first(search: _Search, chosen: Sequence[Repair]) -> dict[Key, Repaired]:
    """The training steps of which those are told who have not asked: they are moved as if nothing else were repaired.

    What is tried together can fail together, and who asks is to get what was told.
    """
    functions = search.report.functions
    loops = {function.location for function in with_inline_steps(search.report, tests=True)}
    if not loops:
        return {}
    own = tuple(f for f in functions if f.location in loops or f.verdict == "convert" or f.hybrid)
    found = search_repairs(
        replace(search.report, functions=own),
        search.sources,
        search.analyst,
        unsafe=search.unsafe,
        repairs=chosen,
        rounds=search.rounds,
        steps=True,
    )
    keys = _keys(search)
    return {keys[each.path, each.line]: each for each in found}


def _found(search: _Search, chosen: Sequence[Repair]) -> tuple[Repaired, ...]:
    """The repairs of each function of the report by itself, with all parts that can be taken out of it."""
    pending = [
        each
        for each in keyed(search.report.functions).items()
        if _is_candidate(each[1], search.sources, unsafe=search.unsafe)
    ]
    if not pending:
        return ()
    _attempt(search, _plans(search, pending, [repair for repair in chosen if repair.order == 0]))
    pending = _unsolved(search, pending)
    for order in sorted({repair.order for repair in chosen} - {0}):
        search.turned_down.clear()
        _extract(search, pending, [repair for repair in chosen if repair.order == order])
    return _with_further_parts(search, _confirmed(search), chosen)


def _with_further_parts(
    search: _Search, found: tuple[Repaired, ...], chosen: Sequence[Repair]
) -> tuple[Repaired, ...]:
    """The repairs, with parts that take the other gradients of the same functions, where all of them together help."""
    split = {(each.path, each.qualname): each for each in found if _helpers(each)}
    if not split or search.parts + 1 == _MOST_PARTS:
        return found
    keys = _keys(search)
    after = repaired_sources(search.sources, found)
    now = _repaired_reports(search, {keys[each.path, each.line]: each for each in found})
    left = [
        *steps_at_top_level(after, {path for path, qualname in split if qualname == TOP_LEVEL}),
        *(now[key] for each in split.values() if (key := keys[each.path, each.line]) in now),
    ]
    left = [function for function in left if _takes_gradients(function, after)]
    if not left:
        return found
    inner = _Search(
        replace(search.report, functions=tuple(left)),
        after,
        search.analyst,
        search.unsafe,
        Values(search.analyst, after),
        search.rounds,
        search.steps,
        search.parts + 1,
        {
            key: _lines_of_calls(after[each.path], {helper.name for helper in _helpers(each)})
            for key, function in keyed(left).items()
            if (each := split[function.path, function.qualname])
        },
    )
    then = _found(inner, [repair for repair in chosen if repair.order])
    placed = {
        (each.path, each.qualname): each
        for each in placed_before(found, then, search.sources, search.report.functions)
    }
    whole = tuple(
        together(each, placed[name]) if (name := (each.path, each.qualname)) in placed else each
        for each in found
    )
    if not placed or _spoils(search, {keys[each.path, each.line]: each for each in whole}, now):
        return found
    return whole


def _keys(search: _Search) -> dict[tuple[str, int], Key]:
    return {(each.path, each.line): key for key, each in keyed(search.report.functions).items()}


def _helpers(repaired: Repaired) -> list[Helper]:
    return [mend.helper for mend in repaired.mends if mend.helper]


def _takes_gradients(function: FunctionReport, sources: Mapping[str, SourceFile]) -> bool:
    subject = subject_of(module_of(sources[function.path].text.removeprefix(BOM)), function)
    return subject is not None and bool(lines_of_gradients(subject.node.body))


def _takes_most(search: _Search, repaired: Repaired) -> bool:
    """Whether the parts that are moved take half of the gradients of their function, or of their loops at the top level.

    Those that do not are the smaller ones of a training step: the update of weights, one network of several, a validation,
    gradients that others are taken of.  Nor is anything moved that runs in the eager mode of a program alone.
    """
    module = search.module(repaired.path)
    function = keyed(search.report.functions)[_keys(search)[repaired.path, repaired.line]]
    subject = None if module is None else subject_of(module, function)
    taken = {line for each in _helpers(repaired) for line in range(each.first, each.first + each.lines)}
    if subject is None or not taken:
        return True
    if taken & in_eager_mode(subject.node):
        return False
    block = subject.node.body
    if subject.at_top:  # whose loops may have nothing to do with each other
        block = [
            each for each in block if not taken.isdisjoint(range(each.lineno, (each.end_lineno or 0) + 1))
        ]
    lines = lines_of_last_gradients(block)
    return 2 * sum(line in taken for line in lines) >= len(lines)


def _lines_of_calls(source: SourceFile, names: Set[str]) -> frozenset[int]:
    """The lines of a file on which functions of some names are called."""
    calls = (
        node
        for node in ast.walk(module_of(source.text.removeprefix(BOM)).tree)
        if isinstance(node, ast.Call) and name_of(node.func) in names
    )
    return frozenset(
        line for node in calls for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    )


def _on_top(search: _Search, found: tuple[Repaired, ...], chosen: Sequence[Repair]) -> tuple[Repaired, ...]:
    """Repairs of functions that have fewer refusals once others are repaired, where all of them together help."""
    keys = _keys(search)
    first = {keys[each.path, each.line]: each for each in found}
    now = _repaired_reports(search, first)
    changed = changed_by_others(search.report.functions, now, found)
    if not changed:
        return ()
    after = repaired_sources(search.sources, found)
    report = replace(search.report, functions=changed)
    then = search_repairs(
        report,
        after,
        search.analyst,
        unsafe=search.unsafe,
        repairs=chosen,
        rounds=search.rounds,
        steps=search.steps,
    )
    placed = placed_before(found, then, search.sources, search.report.functions)
    both = first | {keys[each.path, each.line]: each for each in placed}
    if not placed or _spoils(search, both, now):
        return ()
    return tuple(placed)


def _spoils(search: _Search, repairs: Mapping[Key, Repaired], now: Mapping[Key, FunctionReport]) -> bool:
    """Whether one of the repairs does not help, or a function is lost that could be converted before them, or `now`."""
    then = _repaired_reports(search, repairs)
    useful = _useful(search, then)
    lost = any(
        _worse(old, then.get(key)) for key, old in (*keyed(search.report.functions).items(), *now.items())
    )
    return lost or any(not useful.issuperset(_targets(key, each)) for key, each in repairs.items())


def _unsolved(search: _Search, pending: list[tuple[Key, FunctionReport]]) -> list[tuple[Key, FunctionReport]]:
    """Functions that the repairs of others, which are accepted, have not made convertible."""
    if not search.accepted:
        return pending
    now = _repaired_reports(search, search.accepted)
    return [each for each in pending if not _is_convertible(now.get(each[0]), unsafe=search.unsafe)]


def _confirmed(search: _Search) -> tuple[Repaired, ...]:
    """The accepted repairs that still help when those which helped nothing are gone, and that spoil nothing."""
    found, now = dict(search.accepted), dict[Key, FunctionReport]()
    while found:
        now = _repaired_reports(search, found)
        lost = {key[0] for key, old in keyed(search.report.functions).items() if _worse(old, now.get(key))}
        useful = _useful(search, now)
        kept = {
            key: each
            for key, each in found.items()
            if each.path not in lost and useful.issuperset(_targets(key, each))
        }
        if len(kept) == len(found):
            break
        found = kept
    found = _without_needless(search, found, now)
    return tuple(
        judged(each, [now[target] for target in _targets(key, each)]) for key, each in sorted(found.items())
    )


def _repaired_reports(search: _Search, repairs: Mapping[Key, Repaired]) -> dict[Key, FunctionReport]:
    applied = repaired_sources(search.sources, repairs.values())
    return keyed(search.analyst.report(list(applied.values())).functions)


def _without_needless(
    search: _Search, found: dict[Key, Repaired], now: Mapping[Key, FunctionReport]
) -> dict[Key, Repaired]:
    """Without the repairs of functions that only run inside others, where these can do without them."""
    good = {key for key, function in now.items() if _good(search, function)}
    alone = {key: each for key, each in found.items() if good.issuperset(_targets(key, each))}
    if len(alone) == len(found):
        return found
    then = _repaired_reports(search, alone)
    return alone if all(_good(search, then.get(key)) for key in good) else found


def _worse(old: FunctionReport, new: FunctionReport | None) -> bool:
    """Whether a function that could be converted safely no longer can."""
    if old.verdict != "convert" or not old.safe:
        return False
    return new is None or new.verdict != "convert" or not new.safe


def _targets(key: Key, repaired: Repaired) -> list[Key]:
    """The functions to convert after the repair: the same, or those taken out of it."""
    return [key if target == key[1] else (key[0], target, 0) for target in repaired.targets]


def _is_candidate(function: FunctionReport, sources: Mapping[str, SourceFile], *, unsafe: bool) -> bool:
    kept = function.verdict in ("keep", "undetermined") and not function.hybrid
    computes = function.tensor_computation is not False and function.gain is not None
    return kept and computes and function.path in sources and (bool(function.called) or unsafe)


def _plans(
    search: _Search, pending: Iterable[tuple[Key, FunctionReport]], repairs: Sequence[Repair]
) -> dict[Key, tuple[Mend, ...]]:
    """What the repairs plan for functions that have none yet."""
    names = defaultdict[str, frozenset[str]](frozenset)
    for key, repaired in search.accepted.items():
        names[key[0]] |= _made(repaired.mends)
    plans: dict[Key, tuple[Mend, ...]] = {}
    for key, function in pending:
        if key not in search.accepted and (mends := _mends(search, key, function, repairs, names[key[0]])):
            plans[key] = mends
            names[key[0]] |= _made(mends)
    return plans


def _made(mends: Iterable[Mend]) -> frozenset[str]:
    return frozenset(mend.helper.name for mend in mends if mend.helper)


def _mends(
    search: _Search, key: Key, function: FunctionReport, repairs: Sequence[Repair], reserved: frozenset[str]
) -> tuple[Mend, ...]:
    """What the repairs plan for one function: all mends of direct repairs, the best one of those that extract."""
    module = search.module(function.path)
    down = search.turned_down.get(key, frozenset()) | search.apart.get(key, frozenset())
    subject = (
        None
        if module is None
        else subject_of(
            module,
            function,
            search.values,
            down,
            reserved,
            elsewhere=lambda name: search.elsewhere(name, function.path),
            in_graph=lambda line: search.in_graph(function.path, line),
        )
    )
    found: list[Mend] = []
    if subject is None:
        return ()
    for repair in repairs:
        if subject.at_top and not repair.at_top:
            continue
        planned = (
            each
            for each in repair.mends(subject)
            if isinstance(each, Mend) and _allowed(search, each) and _wanted(search, subject, each)
        )
        for mend in islice(planned, 1 if repair.order else None):
            if not overlap(mend.splices, [splice for each in found for splice in each.splices]):
                found.append(mend)
    return tuple(found)


def _allowed(search: _Search, mend: Mend) -> bool:
    return mend.applicability is Applicability.SAFE or (
        search.unsafe and mend.applicability is Applicability.UNSAFE
    )


def _wanted(search: _Search, subject: Subject, mend: Mend) -> bool:
    """Whether it takes gradients, where that is asked for, and at the top level of a file, which only its steps bring in."""
    helper = mend.helper
    if helper is None or not (search.steps or search.parts or subject.at_top):
        return True
    taken = range(helper.first, helper.first + helper.lines)
    return any(line in taken for line in lines_of_gradients(subject.node.body))


def _attempt(search: _Search, plans: Mapping[Key, tuple[Mend, ...]]) -> dict[Key, FunctionReport | None]:
    """Applies plans on top of what is accepted, analyses, and accepts those that help.

    Returns what the analyzer says of the targets of the others, by key; those that had to wait are not among them.
    """
    tried = _compatible(search, plans)
    if not tried:
        return {}
    now = keyed(search.analyst.report(list(_applied(search, tried).values())).functions)
    useful = _useful(search, now)
    failed: dict[Key, FunctionReport | None] = {}
    for key, repaired in tried.items():
        target = next((each for each in _targets(key, repaired) if each not in useful), None)
        if target is None:
            search.accepted[key] = repaired
        else:
            failed[key] = now.get(target)
    return failed


def _useful(search: _Search, now: Mapping[Key, FunctionReport]) -> frozenset[Key]:
    """Functions to convert, and those that run in the graph of one of them, where neither was convertible before."""
    unsafe, before = search.unsafe, keyed(search.report.functions)
    good = {key for key, function in now.items() if _good(search, function)}
    changed = {
        (function.path, function.line): key
        for key, function in now.items()
        if _is_convertible(function, unsafe=unsafe) and not _is_convertible(before.get(key), unsafe=unsafe)
    }
    inside = {key for key in changed.values() if key in good}
    waiting = set(changed.values()) - inside
    while joined := {
        key for key in waiting if any(changed.get(c or ("", 0)) in inside for c in now[key].callers or ())
    }:
        inside |= joined
        waiting -= joined
    return frozenset(good | inside)


def _is_convertible(function: FunctionReport | None, *, unsafe: bool) -> bool:
    return function is not None and function.verdict == "convert" and (function.safe or unsafe)


def _applied(search: _Search, tried: Mapping[Key, Repaired]) -> dict[str, SourceFile]:
    return repaired_sources(search.sources, [*search.accepted.values(), *tried.values()])


def _good(search: _Search, target: FunctionReport | None) -> bool:
    """Whether it is one to convert.

    An object that is passed (a model, an optimizer) makes a trace of its own, and where it makes its variables only when
    it is first used, or may do so, TensorFlow refuses every trace but the first.  An assumption names
    what cannot be seen; but not that it is no array where NumPy gets it, nor that an array of float64 meets tensors of
    that dtype: models have float32, and eager execution converts the array.  Whoever has not asked for a repair is told
    of none whose new function takes what cannot be seen: eager execution takes numbers, texts and arrays of float64 where
    a graph does not; nor of one that is made in each turn of a loop.
    """
    if target is None or (search.steps and (_takes_unseen(target) or _is_made_often(search, target))):
        return False
    if _takes_float64(target) or _gives_numpy_unseen(target):
        return False
    objects = any(each.kind in _OBJECTS for each in target.parameters)
    made = not target.safe or any(hazard.kind in _MADE_LATER for hazard in target.hazards)
    if objects and made and target.tracing.most != 1:
        return False
    return _is_convertible(target, unsafe=search.unsafe) and target.gain not in (None, "none")


def _is_made_often(search: _Search, target: FunctionReport) -> bool:
    """Whether a loop that is seen runs what defines a function, so that each turn makes a graph anew."""
    if not any(each.kind is AssumptionKind.RARE_DEFINITION for each in target.assumptions):
        return False
    around = target.qualname.rpartition(".<locals>.")[0]
    return any(
        each.driven for each in search.report.functions if (each.path, each.qualname) == (target.path, around)
    )


def _takes_float64(target: FunctionReport) -> bool:
    """Whether it is given an array of float64, and it is assumed of arrays that they have the dtype of what they meet."""
    assumed = any(
        each.kind is AssumptionKind.ARRAY_DTYPE and not each.accepted for each in target.assumptions
    )
    return assumed and any((each.kind, each.dtype) == ("array", "float64") for each in target.parameters)


def _gives_numpy_unseen(target: FunctionReport) -> bool:
    """Whether NumPy gets what cannot be seen, and so do parameters: an array is a tensor in the graph that is given it."""
    unseen = any(each.kind == "unknown" for each in target.parameters)
    return unseen and any(hazard.kind == _NUMPY_UNSEEN for hazard in target.hazards)


def _takes_unseen(target: FunctionReport) -> bool:
    return any(each.kind in _UNSEEN and not each.accepted for each in target.assumptions)


def _blamed_hazards(target: FunctionReport) -> list[Hazard]:
    """What is done without next: what NumPy gets of what is not seen, before all else, as the rest may be tensors."""
    if _gives_numpy_unseen(target):
        return [each for each in target.hazards if each.kind == _NUMPY_UNSEEN]
    return [each for each in target.hazards if each.refused or target.verdict == "convert"]


def _compatible(search: _Search, plans: Mapping[Key, tuple[Mend, ...]]) -> dict[Key, Repaired]:
    """Those of the plans that can be applied together: no two touch the same text, other than by the same mend."""
    taken: dict[str, list[Splice]] = {}
    shared = {mend.splices for repaired in search.accepted.values() for mend in repaired.mends}
    for repaired in search.accepted.values():
        taken.setdefault(repaired.path, []).extend(s for mend in repaired.mends for s in mend.splices)
    tried: dict[Key, Repaired] = {}
    functions = keyed(search.report.functions)
    for key, mends in sorted(plans.items()):
        repaired = repaired_by(functions[key], mends)
        splices = [splice for mend in mends if mend.splices not in shared for splice in mend.splices]
        if not overlap(splices, taken.get(key[0], [])):
            taken.setdefault(key[0], []).extend(splices)
            shared |= {mend.splices for mend in mends}
            tried[key] = repaired
    return tried


def _extract(
    search: _Search, pending: Sequence[tuple[Key, FunctionReport]], repairs: Sequence[Repair]
) -> None:
    """Looks for parts to take out, and asks again without what the analyzer objected to."""
    for _ in range(search.rounds):
        plans = _plans(search, pending, repairs)
        failed = _attempt(search, plans)
        if not set(plans) - set(search.accepted):
            return
        for key, target in failed.items():
            known = search.turned_down.get(key, frozenset())
            module = search.module(key[0])
            lines = () if module is None else module.lines.texts
            search.turned_down[key] = known | _objections(plans[key], target, known, lines)


def _objections(
    mends: Sequence[Mend], target: FunctionReport | None, known: frozenset[str | int], texts: Sequence[str]
) -> frozenset[str | int]:
    """Names and lines (of the old text) to do without in the next plan; the whole part where nothing is to blame.

    Arrays come before the lines in which dtypes meet: some can be passed as tensors, and what is computed of them follows.
    """
    helper = next((mend.helper for mend in mends if mend.helper), None)
    if helper is None:
        return frozenset()
    everything = frozenset(range(helper.first, helper.first + helper.lines))
    if target is None:
        return everything
    blamed: set[str | int] = set()
    mixed: set[int] = set()
    for hazard in _blamed_hazards(target):
        line = hazard.where.line - target.line - 1 + helper.first
        if hazard.where.path == target.path and line in everything:
            last = line + hazard.where.end_line - hazard.where.line
            (mixed if hazard.kind == "dtype" else blamed).update(range(line, last + 1))
    words = {word for line in mixed for word in re.findall(r"\w+", "".join(texts[line - 1 : line]))}
    blamed |= ({each.name for each in target.parameters if each.kind == "array"} - known) & words or mixed
    if "varying-scalar" in target.refusals:
        numbers = {each.name for each in target.parameters if each.kind == "primitive"}
        blamed |= numbers & {each.parameter for each in target.tracing.causes} or numbers
    if _gives_numpy_unseen(target) and blamed:
        return frozenset(blamed) if blamed - known else everything
    if "untraceable-argument" in target.refusals or target.assumptions or target.verdict == "convert":
        blamed |= {each.name for each in target.parameters if each.kind in _UNLIKE_TENSORS}
    if "python-result" in target.refusals:
        blamed |= set(helper.containers)
    return frozenset(blamed) if blamed - known else everything
