"""Compares predicted with real numbers of traces and prints a page of Markdown."""

from __future__ import annotations

import argparse
import sys
from collections import Counter as Tally
from collections.abc import Iterator

from corpus.traces.counting import counting
from corpus.traces.models import STEPS, Compared, Program, bundled, compare, named

_HEAD = f"""# How well traces are predicted

`python -m corpus.traces > docs/measured/trace-prediction.md` analyses the bundled models, runs each ({STEPS} steps) once
for every function that has a prediction, with only this function under `tf.function`, and compares the prediction with
the sum of `experimental_get_tracing_count()` over all its instances. Functions that raise when they are traced, or that
the run does not call, have no real number to compare with. `python -m corpus.traces FOLDER …` does the same for other
programs with a `main.py`.
"""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m corpus.traces", description=__doc__)
    parser.add_argument(
        "programs",
        nargs="*",
        metavar="PROGRAM",
        help="a bundled model, or a folder with a main.py; without any: all bundled models",
    )
    options = parser.parse_args(arguments)
    try:
        programs = [named(text) for text in options.programs] or bundled()
    except ValueError as error:
        parser.error(str(error))
    with counting() as count:
        results = [found for program in programs for found in compare(program, count)]
    sys.stdout.write("\n".join([_HEAD, *_table(programs, results), *_lists(results)]) + "\n")
    return 0


def _table(programs: list[Program], results: list[Compared]) -> Iterator[str]:
    yield "| model | functions | predicted | comparable | exact |"
    yield "|---|---|---|---|---|"
    for program in programs:
        yield _row(program.name, [r for r in results if r.model == program.name])
    yield _row("**all**", results)


def _row(name: str, results: list[Compared]) -> str:
    predicted = [r for r in results if r.real is not None]
    comparable = [r for r in predicted if r.comparable]
    exact = sum(r.exact for r in comparable)
    return f"| {name} | {len(results)} | {len(predicted)} | {len(comparable)} | {exact} |"


def _lists(results: list[Compared]) -> Iterator[str]:
    wrong = [r for r in results if r.comparable and not r.exact]
    if wrong:
        yield "\n## Predictions that are not exact\n"
        yield from (f"- {_name(r)}: predicted {r.function.tracing.count}, {r.real}" for r in wrong)
    yield "\n## Why the others have no prediction\n"
    yield "| reason | functions |"
    yield "|---|---|"
    reasons = Tally(reason for r in results if r.real is None for reason in [_reason(r)])
    yield from (f"| {reason} | {count} |" for reason, count in reasons.most_common())
    yield "\n## Function by function\n"
    yield from (f"- {_name(r)}: {_detail(r)}" for r in results)


def _name(result: Compared) -> str:
    return f"{result.model}/{result.function.path}:{result.function.line} `{result.function.qualname}`"


def _detail(result: Compared) -> str:
    tracing, real = result.function.tracing, result.real
    if real is None:
        most = "more" if tracing.most is None else tracing.most
        why = "grows with the number of calls" if tracing.unbounded else tracing.reason
        return f"{tracing.least} to {most}; {why}"
    if real.error is not None:
        return f"predicted {tracing.count}; cannot be traced ({real.error.partition(':')[0]})"
    return f"predicted {tracing.count}, real {real.traces}"


_KINDS = {
    "what reaches": "what an argument is, or its shape, is not known",
    "code that cannot be seen": "code that cannot be seen calls it",
    "it is called in very": "it is called in very many ways",
}


def _reason(result: Compared) -> str:
    tracing = result.function.tracing
    if tracing.unbounded:
        return "the number grows with the calls"
    text = tracing.reason or "not known"
    return next((kind for start, kind in _KINDS.items() if text.startswith(start)), text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
