"""The edits that rewrites are made of: a cell, a part taken out as a cell, a scope around statements."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.bindings import NewImport
from hybridize_refactorings.extraction import Extraction, extraction_splices, lines_in_strings, unit_of
from hybridize_refactorings.names import Function, local_names
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Flow, Region
from hybridize_refactorings.repaired_functions import RUNTIME
from hybridize_refactorings.repairs.repair import Mend
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Module, Span, Subject
from hybridize_refactorings.syntax import Syntax

DIFFERENCE = "the calls run later, together, and their results are rounded otherwise"
_OUTSIDE = ("function", "with_name_scope", "do_not_convert")
_INSIDE = ("staticmethod",)


def decorated(subject: Subject) -> Mend | Refused:
    """`@cell` above a function, or one sentence why it cannot stand there."""
    decorators = subject.node.decorator_list
    names = [ast.unparse(d.func if isinstance(d, ast.Call) else d).rpartition(".")[2] for d in decorators]
    if other := [name for name in names if name not in (*_OUTSIDE, *_INSIDE)]:
        return Refused(f"`@{other[0]}` decorates `{subject.report.qualname}` (line {subject.node.lineno})")
    name, added = _cell(subject.module)
    below = subject.node.lineno if set(names) & set(_INSIDE) else None
    line = below or min([subject.node.lineno, *(d.lineno for d in decorators)])
    lines = subject.module.lines
    start = lines.starts[line - 1] + len(lines.indent(line))
    splice = Splice(start, start, f"@{name}{lines.ending(line)}{lines.indent(line)}")
    return _mend(f"adds `@{name}`", (splice,), added)


def scoped(subject: Subject, statements: Sequence[ast.stmt]) -> Mend | Refused:
    """`with batching():` around statements that follow each other in one block."""
    module, lines = subject.module, subject.module.lines
    first, last = statements[0], statements[-1]
    start = module.span(first)[0]
    end = first.end_lineno if last.end_lineno is None else last.end_lineno
    assert end is not None
    if module.text[lines.starts[first.lineno - 1] : start].strip():
        return Refused(f"line {first.lineno} holds other code, too")
    name, added = spelled_member(module, "batching")
    indent, unit = lines.indent(first.lineno), unit_of(subject)
    opening = f"with {name}():{lines.ending(first.lineno)}{indent}{unit}"
    kept = lines_in_strings(statements)
    splices = [Splice(start, start, opening)]
    for line in range(first.lineno + 1, end + 1):
        if line not in kept and lines.texts[line - 1].strip():
            at = lines.starts[line - 1]
            splices.append(Splice(at, at, unit))
    return _mend(f"adds `with {name}():` on line {first.lineno}", tuple(splices), added)


def taken_out(
    subject: Subject,
    region: Region,
    name: str,
    flow: Flow,
    lifted: Mapping[Span, str],
    arguments: Mapping[str, str],
    receiver: str = "",
) -> Mend | Refused:
    """A part of a function as a cell of its own.

    flow: its parameters (those of `lifted` included) and results.  lifted: spans in it → the parameter that stands for
    them there; arguments: by parameter, what the call passes.  receiver: `self` where the cell is a method.
    """
    spelled, added = _cell(subject.module)
    made = Extraction(region, name, receiver, flow, dict(lifted), dict(arguments), f"@{spelled}")
    splices = extraction_splices(subject, made)
    if isinstance(splices, Refused):
        return splices
    first = region.nodes[0].lineno
    return _mend(f"moves what line {first} computes into the cell `{name}`", splices, added)


def free_name(function: Function, module: Module, taken: Sequence[str], suffix: str = "cell") -> str:
    """A name for a new cell that the file does not use."""
    base = f"_{function.name.strip('_') or 'function'}_{suffix}"
    name, number = base, 2
    while name in module.text or name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


def _mend(what: str, splices: tuple[Splice, ...], added: NewImport | None) -> Mend:
    return Mend(what, splices, Applicability.UNSAFE, DIFFERENCE, (added,) if added else (), repair="batching")


def _cell(module: Module) -> tuple[str, NewImport | None]:
    """The decorator of a function that was written for one example."""
    spelled, added = spelled_member(module, "cell")
    return f"{spelled}(example=True)", added


def spelled_member(module: Module, member: str) -> tuple[str, NewImport | None]:
    """Text for a member of the runtime, and the import that it needs."""
    bound = [imported.bound for imported in module.syntax.imports if len(imported.path) == 1]
    for names in bound:
        for name, target in names.items():
            if target == f"{RUNTIME}.{member}":
                return name, None
            if target == RUNTIME:
                return f"{name}.{member}", None
    if _binds(module.syntax, module.tree, member):
        return f"{RUNTIME}.{member}", NewImport(f"import {RUNTIME}", RUNTIME)
    return member, NewImport(f"from {RUNTIME} import {member}", member)


def _binds(syntax: Syntax, tree: ast.Module, name: str) -> bool:
    """Whether anything in the file is called that."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name == name:
            return True
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and name in local_names(node):
            return True
        if isinstance(node, ast.Name) and node.id == name:
            return True
    return any(name in imported.bound for imported in syntax.imports)
