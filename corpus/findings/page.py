"""`docs/measured/findings.md`: every judged finding, and the sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from corpus.findings.judgements import DRAWN, VERDICTS, Draw, Judged, Repository

CAUSES = {
    "advice": "advice to batch where the loop does not go through examples, or nothing would be gained by it",
    "foreign": "code for TensorFlow 1, or for another framework, taken for TensorFlow 2",
    "inside": "a layer, a loss or a hook that runs inside a step, which is a graph or is what should become one",
    "nested": "a `tf.function` inside graphs, which costs nothing once traced",
    "small": "a small helper",
    "repeated": "said once already of the same function",
    "harmless": "a hazard that does no harm there",
    "abstract": "a method that only raises `NotImplementedError`",
    "eagerly": "a program that runs its functions eagerly, so that nothing in it is a graph",
    "mode": "an attribute that the program sets between calls, and that a graph keeps",
    "conversion": "a conversion of an argument that a graph would be given as a tensor",
    "argument": "an argument that `tf.function` does not take",
    "imprecise": "a hazard that does not exist: the analysis confuses two things",
    "values": "arguments that change from call to call, each with a trace of its own",
    "unrolled": "a loop of Python that becomes a graph of thousands of operations",
    "once": "set-up, or called once",
    "shape": "a length that only the tensors of eager execution know",
    "unused": "code that nothing runs",
    "symbolic": "a function that builds a Keras model of symbolic inputs, which a `tf.function` does not take",
    "alias": "one tensor in two arguments, of which a tape watches one: a graph has an input for each",
    "anew": "a nested function, whose graph every run of the function around it would make anew",
    "export": "a graph that is there to be exported",
    "bound": "a function whose time is arithmetic, of which a graph saves nothing",
    "brief": "a program that is done in seconds as it is",
    "part": "a small part of the time of the loop that calls it",
    "scrap": "a part is moved into a graph while the costly part of the step stays outside",
    "later": "variables that a later trace would be the first to make",
    "logits": "a crossentropy that finds logits in a graph, which it takes in one shape only",
    "undecorated": "an edit without the decorator",
}
"""What stands behind findings that are not useful."""


_NOW = {True: "yes", False: "no", None: "not asked"}


def page(draws: Sequence[Draw]) -> str:
    """The page as Markdown."""
    return "\n".join([*_head(), *(line for n, draw in enumerate(draws, 1) for line in _draw(n, draw))]) + "\n"


def _head() -> Iterator[str]:
    yield f"""# Findings, read as a maintainer would

`python -m corpus.findings --mirror DIR` runs `hybridize check` (no options that report more; no installed packages) over
public repositories that nobody had looked into before, draws {DRAWN} findings of each by a seed (all where there are
fewer), and says which of them have not been judged; `--write` writes this page from the judgements in
`corpus/findings/judgements.json`. Repositories are put in an order by the seed, and the first eight with findings enough
are taken: in the first draw with a dozen or more, in the second, which has what was left, with fewer, too;
in the seventh, all that have any; in the eighth, the first sixteen that have any; in the ninth and later ones, all
that have any; the twenty-fifth and the twenty-sixth are of repairs.

Every finding was read with its function and the callers of it:

- *useful*: the maintainer would merge it;
- *pointless*: true, and not worth an edit: tiny, called once, inside a graph already;
- *wrong*: it breaks or slows the program, or what it says is not so.

*Now* says whether the analysis of today still reports it, where it was asked again. Findings of a draw after which the
analysis was changed are no measure of it any more; that is what the next draw is for."""


def _draw(number: int, draw: Draw) -> Iterator[str]:
    every = [each for repository in draw.repositories for each in repository.judged]
    yield f"\n## Draw {number} (seed {draw.seed})\n\n{draw.note}\n"
    yield "| repository | findings | read | useful | pointless | wrong | of those reported now: useful | wrong |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for repository in draw.repositories:
        yield _row(f"{repository.name} at {repository.commit[:12]}", repository.findings, repository.judged)
    yield _row("**all**", sum(r.findings for r in draw.repositories), every)
    yield from _causes(every)
    for repository in draw.repositories:
        yield from _findings(repository)


def _row(name: str, findings: int, judged: Sequence[Judged]) -> str:
    counts = Counter(each.verdict for each in judged)
    cells = [f"{counts[verdict]} ({_percent(counts[verdict], len(judged))})" for verdict in VERDICTS]
    left = [each.verdict for each in judged if each.still]
    asked = any(each.still is not None for each in judged)
    now = [
        _share(left.count(verdict), len(left)) if asked else "not asked" for verdict in ("useful", "wrong")
    ]
    return f"| {name} | {findings} | {len(judged)} | {' | '.join([*cells, *now])} |"


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({_percent(part, whole)})"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.0f} %"


def _causes(judged: Iterable[Judged]) -> Iterator[str]:
    found = [each for each in judged if each.cause]
    counts = Counter(each.cause for each in found)
    yield "\n| what is behind those that are not useful | findings | wrong | reported now |"
    yield "|---|---:|---:|---:|"
    for cause, count in counts.most_common():
        these = [each for each in found if each.cause == cause]
        wrong = sum(each.verdict == "wrong" for each in these)
        yield f"| {CAUSES[cause]} | {count} | {wrong} | {sum(each.still is True for each in these)} |"


def _findings(repository: Repository) -> Iterator[str]:
    yield f"\n### {repository.name}\n"
    yield "| finding | rule | judged | why | now |"
    yield "|---|---|---|---|---|"
    for each in repository.judged:
        place = f"{each.path}:{each.line} `{each.function}`"
        yield f"| {place} | {each.rule} | {each.verdict} | {each.reason} | {_NOW[each.still]} |"
