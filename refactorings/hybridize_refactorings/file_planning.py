"""The edits of one file: located by libcst, spliced into the original text, then verified."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import normalize

from hybridize_analyzer.report import Applicability, FunctionReport
from hybridize_analyzer.workspace.depth import without_collection
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.bindings import NewImport, import_to_add
from hybridize_refactorings.changes import Change, convert, reconfigure, remove
from hybridize_refactorings.edits import AppliedEdit, FileEdit, WithheldEdit
from hybridize_refactorings.imports import import_splice
from hybridize_refactorings.lines import BOM
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.splices import Splice, apply_splices
from hybridize_refactorings.syntax import FunctionSite, Syntax, parse
from hybridize_refactorings.verification import Expected, difference, encoding_of, syntax_tree

_DEEPEST = 6000  # libcst's parser takes quadratic time: seconds at this depth, minutes at ten times of it


@dataclass(frozen=True, slots=True)
class _Plan:
    """The text after the edit, and per function what became of it."""

    after: str
    outcomes: Sequence[Change | Refused]


def plan_file(source: SourceFile, functions: Sequence[FunctionReport]) -> FileEdit:
    """Plans all edits of one file.  Recurses as deeply as the program nests."""
    with (
        without_collection()
    ):  # trees and their positions live until the end: to look through them takes half of the time
        plan = _plan_text(source, functions)
    outcomes = list(zip(functions, plan.outcomes, strict=True))
    return FileEdit(
        path=source.path,
        relative=source.relative,
        before=source.text,
        after=plan.after,
        encoding=source.encoding,
        raw=source.raw,
        applied=tuple(_applied(of, change) for of, change in outcomes if isinstance(change, Change)),
        withheld=tuple(
            WithheldEdit(of.qualname, of.line, outcome.reason)
            for of, outcome in outcomes
            if isinstance(outcome, Refused)
        ),
    )


def _applied(function: FunctionReport, change: Change) -> AppliedEdit:
    applicability = Applicability.SAFE if function.safe else Applicability.UNSAFE
    return AppliedEdit(function.qualname, function.line, change.what, applicability)


def _plan_text(source: SourceFile, functions: Sequence[FunctionReport]) -> _Plan:
    """The plan, or the untouched text with one reason for all functions."""
    try:
        bom = BOM if source.text.startswith(BOM) else ""
        text = source.text[len(bom) :]
        before = syntax_tree(text)
        refused = _unusable(source, before)
        if refused is None:
            plan = _edited(text, before, functions)
            refused = _unfaithful(source, bom + plan.after)
    except (RecursionError, MemoryError):
        refused = Refused("the file nests too deeply to be edited")
    except Exception as error:  # whatever libcst cannot take costs this file's edits, not the run
        first = next(iter(str(error).splitlines()), "")
        refused = Refused(f"the file cannot be parsed for editing: {type(error).__name__}: {first}")
    if refused is not None:
        return _Plan(source.text, [refused] * len(functions))
    return replace(plan, after=bom + plan.after)


def _unusable(source: SourceFile, tree: ast.Module) -> Refused | None:
    if source.text.encode(source.encoding) != source.raw:
        return Refused(
            f"decoding the file as {source.encoding} and encoding it again does not give the same bytes"
        )
    if (depth := _depth(tree)) > _DEEPEST:
        return Refused(f"the file nests {depth} levels deep; files are edited up to {_DEEPEST}")
    return None


def _unfaithful(source: SourceFile, after: str) -> Refused | None:
    data = after.encode(source.encoding)
    if data.decode(source.encoding) != after or encoding_of(data) != encoding_of(source.raw):
        return Refused(f"the edited text cannot be stored as {source.encoding}")
    return None


def _depth(tree: ast.Module) -> int:
    """Levels of the tree, counted without recursion."""
    depth = 0
    level: list[ast.AST] = [tree]
    while level:
        depth += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return depth


def _edited(text: str, before: ast.Module, functions: Sequence[FunctionReport]) -> _Plan:
    # Only calls of `tf.function` may stand in bodies.
    looks_into_bodies = any(function.verdict == "reconfigure" for function in functions)
    syntax = parse(text, None if looks_into_bodies else before)
    outcomes = _outcomes(syntax, functions)
    changes = [outcome for outcome in outcomes if isinstance(outcome, Change)]
    added = next((change.added for change in changes if change.added is not None), None)
    new_import = [import_splice(syntax, added.statement)] if added else []
    after = apply_splices(text, [*new_import, *(splice for change in changes for splice in change.splices)])
    decorators = {change.line: change.decorators for change in changes}
    keywords = {_place(syntax, change): change.keyword for change in changes if change.keyword}
    expected = Expected(decorators, *_position(text, new_import, added), keywords)
    problem = difference(before, after, expected)
    if problem is not None:
        refused = Refused(f"the edit would change more than intended: {problem}")
        return _Plan(text, [refused] * len(functions))
    return _Plan(after, outcomes)


def _place(syntax: Syntax, change: Change) -> tuple[int, int]:
    """Line and column, in bytes, of the expression that gets an argument, as `ast` counts them."""
    line, offset = change.at
    before = syntax.lines.texts[line - 1][: offset - syntax.lines.starts[line - 1]]
    return line, len(before.encode("utf-8", "surrogatepass"))


def _position(text: str, splices: Sequence[Splice], added: NewImport | None) -> tuple[str | None, int]:
    """The new import and its line in the edited text (nothing is edited above it)."""
    if not splices or added is None:
        return None, 0
    splice = splices[0]
    above = text[: splice.start] + splice.text[: splice.text.index(added.statement)]
    return added.statement, len((above + "x").replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _outcomes(syntax: Syntax, functions: Sequence[FunctionReport]) -> list[Change | Refused]:
    # Python compares names in this form, and so does the analyzer.
    sites = {(normalize("NFKC", site.qualname), syntax.line(site.node)): site for site in syntax.functions}
    importable = import_to_add(syntax)
    return [_outcome(syntax, sites.get((of.qualname, of.line)), of, importable) for of in functions]


def _outcome(
    syntax: Syntax, site: FunctionSite | None, function: FunctionReport, importable: NewImport | Refused
) -> Change | Refused:
    if site is None:
        where = f"no `def` of `{function.qualname}` is found on line {function.line}"
        return Refused(f"{where}, as if the file had changed since it was analysed")
    if function.verdict == "remove":
        return remove(syntax, site)
    if function.verdict == "reconfigure":
        return reconfigure(syntax, site, function.reconfiguration or "")
    return convert(syntax, site, function.input_signature, importable, function.reconfiguration)
