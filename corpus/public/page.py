"""`docs/measured/public-corpus.md`: what share of public functions can become graphs, and how right that is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.public.run import Counts

REVIEW = Path(__file__).with_name("review.json")
_SEED = 2026
_REFERENCE = 42.56  # the share that the paper of the reference tool reports for its own subjects


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One `convert` verdict that was read with its callers.  error: what is wrong with it.

    mended: whether a later analysis no longer gives it.
    """

    project: str
    path: str
    line: int
    qualname: str
    safe: bool
    error: str | None = None
    mended: bool = False


def read_review() -> list[Reviewed]:
    """The sample, as it was reviewed."""
    return [Reviewed(**each) for each in json.loads(REVIEW.read_text(encoding="utf-8"))]


def page(rows: Sequence[Counts], review: Sequence[Reviewed]) -> str:
    """The page as Markdown."""
    return "\n".join([*_shares(rows), *_refusals(rows), *_review(review)]) + "\n"


def _shares(rows: Sequence[Counts]) -> Iterator[str]:
    names = " ".join(row.project.rpartition("-")[0] for row in rows)
    yield f"""# Public projects

`python -m corpus.public {names} --page docs/measured/public-corpus.md`
fetches the pinned projects, runs `hybridize check --all` over all their files (tests included), and writes this page.

A *candidate* is a function that is a graph already, or that a tensor reaches. *Convertible* are those candidates for which
the analysis gives an edit; *no gain* are those of them that would not run faster (made anew for every batch, or run by
converted callers only), which `check` does not report; *safe* are those that rest on no assumption. The paper of the
reference tool reports {_REFERENCE} % for its own subjects, on which it lets pass what it does not see; here, unseen code is
an assumption where it is given tensors, and leaves a function undetermined elsewhere. The wheels hold no packaging files,
so they are analysed as programs whose callers are all visible.

| project | functions | candidates | graphs already | convertible | share | no gain | safe | share |
|---|---:|---:|---:|---:|---:|---:|---:|---:|"""
    for row in rows:
        yield _share(
            row.project,
            row.functions,
            row.candidates,
            row.hybrid,
            row.convertible,
            row.gainless,
            row.convertible_safe,
        )
    names_of = ("functions", "candidates", "hybrid", "convertible", "gainless", "convertible_safe")
    yield _share("**all**", *(sum(getattr(row, name) for row in rows) for name in names_of))


def _share(
    name: str, functions: int, candidates: int, hybrid: int, offered: int, gainless: int, safe: int
) -> str:
    share = (
        f"{offered} | {_percent(offered, candidates)} | {gainless} | {safe} | {_percent(safe, candidates)}"
    )
    return f"| {name} | {functions} | {candidates} | {hybrid} | {share} |"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} %"


def _refusals(rows: Sequence[Counts]) -> Iterator[str]:
    every: Counter[str] = Counter()
    sole: Counter[str] = Counter()
    for row in rows:
        every.update(row.refusals)
        sole.update(row.sole)
    yield "\n## What speaks against the other candidates\n"
    yield "Eager candidates without an edit, by rule; *alone* counts those with no other rule against them.\n"
    yield "| rule | functions | alone |"
    yield "|---|---:|---:|"
    for rule, count in every.most_common():
        yield f"| [{rule}](../rules/{rule}.md) | {count} | {sole[rule]} |"


def _review(review: Sequence[Reviewed]) -> Iterator[str]:
    wrong = [each for each in review if each.error is not None]
    safe = [each for each in review if each.safe]
    yield f"""
## A sample, reviewed

{len(review)} `convert` verdicts with a gain were drawn at random (seed {_SEED}) and read, with
their callers where the body alone did not tell; where that did not decide, the function was run eagerly and
as a graph. {len(safe)} of them were given as safe.
**{len(wrong)} of {len(review)} are wrong** for what really reaches the function; {sum(each.safe for each in wrong)} of these
were given as safe, and no graph of those behaved differently.
"""
    for each in wrong:
        state = "mended" if each.mended else "not mended"
        yield f"- {each.project}, {each.path}:{each.line} `{each.qualname}` ({state}): {each.error}"
    yield "\n| project | function | given as | found |"
    yield "|---|---|---|---|"
    for each in review:
        given = "safe" if each.safe else "with assumptions"
        found = "right" if each.error is None else "wrong"
        yield f"| {each.project} | {each.path}:{each.line} `{each.qualname}` | {given} | {found} |"
