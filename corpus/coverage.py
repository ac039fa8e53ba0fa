"""`python -m corpus.coverage`: how much of the API that the public projects use the analysis knows.

A name is covered when the analysis, evaluating a call of it, gives a value of a known kind or a known effect and does not
take it for unseen code; constants and classes that are only named are covered when the libraries export them.
The table goes to standard output, or with `--write` to docs/measured/api-coverage.md. Exit code 1 below 95 %.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Array, External, Opaque, Tensor, Value, one
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.knowledge.exports import Export, data, export
from hybridize_analyzer.program.code import index_module
from hybridize_analyzer.program.modules import name_modules
from hybridize_analyzer.solver.evaluator import EVALUATOR

from corpus.api_names import Uses, uses
from corpus.public.__main__ import BUILD
from corpus.public.fetch import fetch
from corpus.public.manifest import PROJECTS

PAGE = Path(__file__).resolve().parents[1] / "docs/measured/api-coverage.md"
FLOOR = 0.95
_FUNCTIONS = frozenset(
    "fn func f function cond body true_fn false_fn map_func map_fn predicate pyfunc func1d loss_fn".split()
)
_EFFECTS = frozenset({Kind.AMBIENT, Kind.FILE, Kind.OUTPUT, Kind.EAGER_ONLY, Kind.WRITE, Kind.VARIABLE})


def evaluated(known: Export) -> tuple[Value, set[Kind]]:
    """What a call with tensors (arrays, functions) gives, and the kinds of events that it causes."""
    positional = known.parameters[: min(known.positional, 2)]
    arguments = ["lambda *a: 0.5" if p in _FUNCTIONS else "t" for p in positional] or (
        ["t"] if known.open else []
    )
    arguments += [f"{p}=lambda *a: 0.5" for p in known.parameters[2:5] if p in _FUNCTIONS]
    tree = ast.parse(f"f({', '.join(arguments)})")
    module = index_module("name", "name.py", tree, False)
    state = State({"name.py": module}, name_modules(["name.py"]), EVALUATOR)
    argument = Array() if known.name.startswith("numpy.") else Tensor()
    names = {"f": one(External(known.name)), "t": one(argument)}
    frame = Frame(module, None, "module:name", names)
    statement = tree.body[0]
    assert isinstance(statement, ast.Expr)
    value = evaluate(state, frame, statement.value)
    return value, {event.kind for event in frame.events.values()}


def is_covered(name: str, *, called: bool) -> bool:
    """Whether the analysis knows what a name is, or what calling it gives and does."""
    known = export(name)
    if known is None:
        return False
    if known.kind in ("constant", "module") or (known.kind == "class" and not called):
        return True
    value, kinds = evaluated(known)
    if Kind.UNKNOWN in kinds:
        return False
    return bool(kinds & _EFFECTS) or not any(isinstance(a, Opaque) for a in value)


def library_of(name: str) -> str:
    return (
        ".".join(name.split(".")[:3]) if name.startswith("tensorflow.compat.v1.") else name.partition(".")[0]
    )


def page(found: Uses, covered: Mapping[str, bool]) -> str:
    """The table and the lists, in Markdown."""
    known, total = sum(covered.values()), len(covered) + len(found.unknown)
    rows = ["| library | names used | covered | |", "|---|---|---|---|"]
    everything = Counter(map(library_of, [*covered, *found.unknown]))
    of_known = Counter(library_of(name) for name, yes in covered.items() if yes)
    for library, count in sorted(everything.items()):
        rows.append(f"| {library} | {count} | {of_known[library]} | {of_known[library] / count:.1%} |")
    rows.append(f"| **all** | **{total}** | **{known}** | **{known / total:.1%}** |")
    missing = sorted(name for name, yes in covered.items() if not yes)
    return "\n".join([
        "# API names that the analysis knows",
        "",
        f"Written by `python -m corpus.coverage --write` for TensorFlow {data('tensorflow')['version']}, Keras "
        f"{data('keras')['version']}, tf_keras {data('tf_keras')['version']} and NumPy {data('numpy')['version']}.",
        "",
        "Counted are the distinct public names, by canonical name, that these projects use: "
        + ", ".join(f"{p.name} {p.version}" for p in PROJECTS)
        + ". A name is *covered* when the analysis, evaluating a call of it, gives a value of a known kind or a known",
        "effect and does not take it for unseen code. Constants, and classes that are only named, are covered when the",
        "libraries export them.",
        "",
        *rows,
        "",
        "## Exported, but not covered",
        "",
        *(_listed(missing) or ["None."]),
        "",
        "## Used, but not exported by these versions",
        "",
        *(_listed(sorted(found.unknown)) or ["None."]),
        "",
    ])  # fmt: skip


def _listed(names: Sequence[str]) -> list[str]:
    return [f"- `{name}`" for name in names]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m corpus.coverage", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name} instead of printing it")
    options = parser.parse_args(arguments)
    found = uses([fetch(project, BUILD) for project in PROJECTS])
    covered = {name: is_covered(name, called=name in found.called) for name in sorted(found.exported)}
    text = page(found, covered)
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)
    share = sum(covered.values()) / (len(covered) + len(found.unknown))
    print(f"{share:.1%} of {len(covered) + len(found.unknown)} names are covered", file=sys.stderr)
    return 0 if share >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
