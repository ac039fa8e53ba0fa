"""`docs/measured/recovery.md` and its plot: what is wanted back, what stands against the rest, and what it costs to ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from statistics import median

from corpus.recovery.causes import NOT_JUDGED, Cause
from corpus.recovery.scoring import Miss, Score, refusals

_BAR, _LEFT, _ROW = 420, 250, 16
_COLOURS = (
    ("safe", "#1a7f37"),
    ("wanted back", "#7cc68d"),
    ("undetermined", "#f0c36d"),
    ("kept eager", "#d9776c"),
)


def total(name: str, scores: Sequence[Score]) -> Score:
    """The sum of several scores."""

    def add(field: str) -> int:
        return sum(getattr(score, field) for score in scores)

    return Score(
        name=name, graphs=add("graphs"), wanted=add("wanted"), safe=add("safe"), reported=add("reported"),
        paying=add("paying"), undetermined=add("undetermined"), ranked=add("ranked"), theirs=add("theirs"),
        findings=add("findings"), in_tests=add("in_tests"), lambdas=add("lambdas"), elsewhere=add("elsewhere"),
        lines=add("lines"), cpu=sum(s.cpu for s in scores), memory=max((s.memory for s in scores), default=0),
        failure=None, misses=tuple(miss for s in scores for miss in s.misses),
        with_packages=None if any(s.with_packages is None for s in scores) else add("with_packages"),
    )  # fmt: skip


def page(opened: Sequence[Score], held: Sequence[Score], causes: Mapping[tuple[str, str, str], Cause]) -> str:
    """The page as Markdown.  held: the half of which only sums are given."""
    parts = [*_summary(opened, held), *_table(opened, held), *_blocking(opened, held)]
    return "\n".join([*parts, *_cost([*opened, *held]), *_misses(opened, causes)]) + "\n"


def _with_packages(opened: Sequence[Score], held: Sequence[Score]) -> str:
    """What is wanted back where packages are installed beside the projects; nothing where that was not asked."""
    halves = [total(name, half) for name, half in (("open half", opened), ("half held back", held)) if half]
    told = [
        f"{s.with_packages} of {s.graphs} ({percent(s.with_packages, s.graphs)}) of the {s.name}"
        for s in halves
        if s.with_packages is not None
    ]
    if not told:
        return ""
    text = "These figures are those of bare checkouts, beside which no package is installed. With a folder of packages that"
    return f"\n\n{text}\nstands for the authors' environments (`--packages`), wanted back are {' and '.join(told)}."


def percent(part: int, whole: int) -> str:
    """A share in whole percent."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


def summary_line(score: Score) -> str:
    """The main figures of one score, in one line."""
    return (
        f"{score.name}: {score.wanted} of {score.graphs} wanted back ({percent(score.wanted, score.graphs)}), "
        f"{score.safe} safe, {score.reported} reported, {score.undetermined} undetermined; "
        f"precision {score.theirs} of {score.ranked} ({percent(score.theirs, score.ranked)}); "
        f"{score.cpu:.0f} CPU s, {1000 * score.cpu / max(score.lines, 1):.2f} per 1,000 lines"
        + (f"; {score.failure}" if score.failure else "")
    )


def _summary(opened: Sequence[Score], held: Sequence[Score]) -> Iterator[str]:
    both = total("all", [*opened, *held])
    more = _with_packages(opened, held) + (
        "" if held else "\n\nThis run left out the half that is held back."
    )
    yield f"""# Strip and recover

`python -m corpus.recovery --mirror DIR --write` takes every `tf.function` out of {len(opened) + len(held)} pinned public
projects, asks `hybridize check --all`, and writes this page. The authors made {both.graphs} functions graphs: not counted
are {both.in_tests} in tests, {both.lambdas} lambdas, and {both.elsewhere} uses around functions that other modules define.

*Wanted back* is the verdict `convert`; *safe* are those of them that rest on no assumption, *reported* those that `check`
shows without further options. *Precision*: of the N findings of a project with the most expected gain, N being the number
of its authors' graphs, the share that are such graphs, contain one or are contained in one, by calls or in the text. One
half of the projects was drawn with a fixed seed before anybody had looked into it; of this half nothing but sums is ever
printed, and nobody reads its functions. Projects whose verdicts had been read before are in the open half.

A graph that its author wrote is not always one that is safe to write: some print while they are traced, some are called
in `Dataset.map`, which makes graphs itself, some freeze a setting. So the goal is not 100 %.{more}

![what is wanted back](recovery.svg)
"""


def _table(opened: Sequence[Score], held: Sequence[Score]) -> Iterator[str]:
    yield "| project | graphs | wanted back | | safe | reported | gain medium or high | undetermined | precision | |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    sums = (
        [total("**open half**", opened), total("**held back**", held)]
        if held
        else [total("**open half**", opened)]
    )
    for s in [*opened, *sums]:
        note = f" ({s.failure})" if s.failure else ""
        yield (
            f"| {s.name}{note} | {s.graphs} | {s.wanted} | {percent(s.wanted, s.graphs)} | {s.safe} | {s.reported} "
            f"| {s.paying} | {s.undetermined} | {s.theirs} of {s.ranked} | {percent(s.theirs, s.ranked)} |"
        )


def _blocking(opened: Sequence[Score], held: Sequence[Score]) -> Iterator[str]:
    yield "\n## What blocks them\n"
    yield "Authors' graphs that are not wanted back, by rule; *alone*: with no other rule against them.\n"
    yield "| rule | open half | alone | held back | alone |"
    yield "|---|---:|---:|---:|---:|"
    others = {rule: (n, alone) for rule, n, alone in refusals(m for s in held for m in s.misses)}
    seen = set()
    for rule, n, alone in refusals(m for s in opened for m in s.misses):
        there, there_alone = others.get(rule, (0, 0))
        seen.add(rule)
        yield f"| [{rule}](../rules/{rule}.md) | {n} | {alone} | {there} | {there_alone} |"
    for rule, (n, alone) in others.items():
        if rule not in seen:
            yield f"| [{rule}](../rules/{rule}.md) | 0 | 0 | {n} | {alone} |"


def _cost(scores: Sequence[Score]) -> Iterator[str]:
    finished = [s for s in scores if s.failure is None and s.lines]
    rates = [1000 * s.cpu / s.lines for s in finished]
    yield "\n## What asking costs\n"
    yield "CPU seconds of a whole run of `check` on one core, nothing cached.\n"
    if rates:
        yield (
            f"Median {median(rates):.2f} s per 1,000 lines, most {max(rates):.2f}; "
            f"{len(scores) - len(finished)} of {len(scores)} projects were not finished.\n"
        )
    yield "| project | lines | CPU s | per 1,000 lines | MiB |"
    yield "|---|---:|---:|---:|---:|"
    for s in sorted(scores, key=lambda each: -each.lines):
        rate = s.failure or f"{1000 * s.cpu / max(s.lines, 1):.2f}"
        yield f"| {s.name} | {s.lines} | {s.cpu:.1f} | {rate} | {s.memory // 1024} |"


def _misses(opened: Sequence[Score], causes: Mapping[tuple[str, str, str], Cause]) -> Iterator[str]:
    missed = [(score, miss) for score in opened for miss in score.misses]
    judged = [causes.get((score.name, miss.path, miss.qualname)) for score, miss in missed]
    counts = Counter(None if cause is None else cause.cause for cause in judged)
    yield f"""
## Every miss of the open half

{len(missed)} misses: {counts["hazard"]} are hazards shown by execution, {counts["needless"]} would gain nothing,
{counts["imprecision"]} are imprecision still open, {counts[None]} not judged yet.

| project | function | refused by | cause |
|---|---|---|---|"""
    for (score, miss), cause in zip(missed, judged, strict=True):
        why = ", ".join(miss.refusals) or miss.verdict
        text = NOT_JUDGED if cause is None else cause.text
        yield f"| {score.name} | {miss.path}:{miss.line} `{miss.qualname}` | {why} | {text} |"


def told(score: Score, miss: Miss) -> str:
    """One miss, with what its refusals say, for reading beside the source."""
    head = f"{score.name} {miss.path}:{miss.line} {miss.qualname}: {miss.verdict}"
    return "\n    ".join([head, *miss.reasons])


def plot(opened: Sequence[Score], held: Sequence[Score]) -> str:
    """An SVG: one bar for every project of the open half, one for each half."""
    sums = [total("open half", opened), *([total("held back", held)] if held else [])]
    rows = [*sums, *sorted((s for s in opened if s.graphs), key=lambda s: -s.graphs)]
    height = _ROW * len(rows) + 50
    bars = "".join(part for number, row in enumerate(rows) for part in _bar(row, 36 + _ROW * number))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _BAR + 60}" height="{height}" font-family="sans-serif" '
        f'font-size="11"><rect width="100%" height="100%" fill="white"/>{"".join(_legend())}{bars}</svg>\n'
    )


def _legend() -> Iterator[str]:
    for number, (name, colour) in enumerate(_COLOURS):
        x = _LEFT + 105 * number
        yield f'<rect x="{x}" y="10" width="10" height="10" fill="{colour}"/><text x="{x + 14}" y="19">{name}</text>'


def _bar(score: Score, y: int) -> Iterator[str]:
    kept = score.graphs - score.wanted - score.undetermined
    parts = (score.safe, score.wanted - score.safe, score.undetermined, kept)
    x = float(_LEFT)
    yield f'<text x="{_LEFT - 6}" y="{y + 9}" text-anchor="end">{escape(score.name.split("/")[-1])}</text>'
    for (name, colour), part in zip(_COLOURS, parts, strict=True):
        width = _BAR * part / max(score.graphs, 1)
        place = f'x="{x:.1f}" y="{y}" width="{width:.1f}" height="12" fill="{colour}"'
        yield f"<rect {place}><title>{name}: {part}</title></rect>"
        x += width
    yield f'<text x="{_LEFT + _BAR + 6}" y="{y + 9}">{score.wanted} of {score.graphs}</text>'
