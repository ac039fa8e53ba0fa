"""The text of a new function that holds a region of another, and of the call that takes the region's place."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Flow, Region
from hybridize_refactorings.splices import Splice, apply_splices
from hybridize_refactorings.subjects import Module, Subject

_WIDTH = 100
_STRINGS = (ast.Constant, ast.JoinedStr)
_BLOCKS = (ast.FunctionDef, ast.For, ast.While, ast.If)


@dataclass(frozen=True, slots=True)
class Extraction:
    """What to write.

    name: of the new function; receiver: `self` where it becomes a method, else "".
    flow: parameters and results.  lifted: spans of `self.x` in the region → the parameter that stands for it there.
    arguments: what the call passes for each parameter, where that is not the parameter's own name.
    decorator: a line above the new function, or "".
    kept: whole lines between the statements of the region that are not moved: they follow the call.
    home: the statement of the old function above which the new one is defined; None: outside of it.
    """

    region: Region
    name: str
    receiver: str
    flow: Flow
    lifted: Mapping[tuple[int, int], str]
    arguments: Mapping[str, str]
    decorator: str = ""
    kept: tuple[tuple[int, int], ...] = ()
    home: ast.stmt | None = None


def extraction_splices(subject: Subject, made: Extraction) -> tuple[Splice, Splice] | Refused:
    """The new function above the old one, and the call; or one sentence why the text does not allow it."""
    module, region = subject.module, made.region
    start, end = _span(module, region)
    if region.expression is None and (reason := _unusual(module, region)) is not None:
        return reason
    if made.kept and lines_in_strings(region.nodes):
        return Refused("a text of several lines stands between the lines that stay")
    home = made.home or (subject.node if made.receiver else top_statement(subject))
    offset, indent = place_above(module, home)
    ending = module.lines.ending(subject.node.lineno)
    unit = unit_of(subject)
    body = _body(module, made, indent + unit)
    inputs = [*([made.receiver] if made.receiver else []), *made.flow.inputs]
    above = f"{indent}{made.decorator}{ending}" if made.decorator else ""
    text = f"{above}{indent}def {made.name}({', '.join(inputs)}):{ending}{body}{ending}"
    if made.flow.outputs:
        text += f"{indent}{unit}return {', '.join(made.flow.outputs)}{ending}"
    blank = 1 if indent else 2
    text += ending * blank
    before = module.text[:offset].rstrip(" \t")
    if made.home and before.strip() and not before.rstrip().endswith(":"):
        there = (len(before) - len(before.rstrip("\r\n"))) // len(ending) - 1
        text = ending * max(0, blank - there) + text
    outer = module.lines.indent(first_line(region))
    again = [f"{ending}{outer}{module.source(each)}" for each in made.flow.again]
    behind = "".join(module.text[slice(*lines)] for lines in made.kept)
    call = "".join([_call(subject, made), *again]) + (ending + behind.rstrip("\r\n") if behind else "")
    return Splice(offset, offset, text), Splice(start, end, call)


def first_line(region: Region) -> int:
    """Line of the text on which the content of the region starts."""
    node = region.content[0]
    assert isinstance(node, (ast.stmt, ast.expr))
    return node.lineno


def last_line(region: Region) -> int:
    """Line of the text on which the content of the region ends."""
    node = region.content[-1]
    assert isinstance(node, (ast.stmt, ast.expr))
    assert node.end_lineno is not None
    return node.end_lineno


def _span(module: Module, region: Region) -> tuple[int, int]:
    """From the first statement to the comment behind the last one, or the semicolon that ends its line."""
    start, end = module.span(region.content[0])[0], module.span(region.content[-1])[1]
    if region.expression is None:
        behind = module.text[end : module.lines.starts[last_line(region)]].rstrip()
        end += len(behind) if behind.lstrip(" \t;").startswith("#") or behind.strip(" \t") == ";" else 0
    return start, end


def _unusual(module: Module, region: Region) -> Refused | None:
    """Why the statements cannot be moved as whole lines."""
    first, last = region.nodes[0], region.nodes[-1]
    start, end = _span(module, region)
    lines = module.lines
    before = module.text[lines.starts[first.lineno - 1] : start]
    after = module.text[end : lines.starts[last_line(region)]].strip()
    if before.strip(" \t") or (after and not after.startswith("#")):
        return Refused(
            f"a line around the statements on lines {first.lineno} to {last.end_lineno} holds other code, too"
        )
    return None


def top_statement(subject: Subject) -> ast.stmt:
    """The statement of the module that the function is, or stands in."""
    inner = [*subject.above[1:], subject.node]
    outermost = inner[0]
    assert isinstance(outermost, ast.stmt)
    return outermost


def place_above(module: Module, statement: ast.stmt) -> tuple[int, str]:
    """Offset of the line above a statement, its decorators and the comments that belong to it; its indentation."""
    decorators = getattr(statement, "decorator_list", [])
    line = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    indent = module.lines.indent(line)
    while line > 1 and module.lines.texts[line - 2].startswith(indent + "#"):
        line -= 1
    if line == 1 and module.lines.texts[0].startswith("#"):
        line = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    lead = module.lines.leads[line - 1]
    return module.lines.starts[line - 1] + lead, indent


def line_behind(subject: Subject, statement: ast.stmt) -> int | Refused:
    """Offset of the line below a statement, or why nothing can be put there."""
    line = statement.end_lineno or statement.lineno
    at = subject.module.lines.starts[line]
    rest = subject.module.text[subject.module.span(statement)[1] : at].strip()
    return Refused(f"line {line} holds other code, too") if rest and not rest.startswith("#") else at


def unit_of(subject: Subject) -> str:
    """One level of indentation, as the function itself uses it; at the top level of a file, as its first block does."""
    lines = subject.module.lines
    blocks = (each for each in subject.node.body if isinstance(each, _BLOCKS))
    around = next(blocks, subject.node) if subject.at_top else subject.node
    outer, inner = lines.indent(around.lineno), lines.indent(around.body[0].lineno)
    unit = inner.removeprefix(outer)
    return unit if unit and inner.startswith(outer) else "    "


def _body(module: Module, made: Extraction, indent: str) -> str:
    """The region's own text at another indentation, with parameters in the place of lifted attributes."""
    start, end = _span(module, made.region)
    replaced = {**made.lifted, **dict.fromkeys(made.kept, "")}
    splices = [Splice(a - start, b - start, name) for (a, b), name in sorted(replaced.items())]
    text = apply_splices(module.text[start:end], splices)
    if made.region.expression is not None:
        wrapped = f"({text})" if "\n" in text or "\r" in text else text
        return f"{indent}return {wrapped}"
    old = module.lines.indent(first_line(made.region))
    kept = lines_in_strings(made.region.nodes)
    lines = text.splitlines(keepends=True)
    first = made.region.nodes[0].lineno
    moved = [
        line if first + number in kept else _moved(line, old, indent)
        for number, line in enumerate(lines[1:], 1)
    ]
    return indent + "".join([lines[0], *moved])


def _moved(line: str, old: str, new: str) -> str:
    return new + line[len(old) :] if line.strip() and line.startswith(old) else line


def lines_in_strings(nodes: Sequence[ast.stmt]) -> set[int]:
    """Lines that start inside a string: what stands there is part of its value."""
    found: set[int] = set()
    for node in nodes:
        for each in ast.walk(node):
            if isinstance(each, _STRINGS) and each.end_lineno is not None:
                found.update(range(each.lineno + 1, each.end_lineno + 1))
    return found


def _call(subject: Subject, made: Extraction) -> str:
    arguments = [made.arguments.get(name, name) for name in made.flow.inputs]
    function = f"{made.receiver}.{made.name}" if made.receiver else made.name
    column = len(subject.module.lines.indent(first_line(made.region)))
    results = ", ".join(made.flow.outputs)
    prefix = f"{results} = " if results else "return " if made.region.returns else ""
    line = f"{prefix}{function}({', '.join(arguments)})"
    if column + len(line) <= _WIDTH or made.region.expression is not None:
        return line
    return _wrapped(subject, first_line(made.region), f"{prefix}{function}(", arguments)


def _wrapped(subject: Subject, line: int, opening: str, arguments: Sequence[str]) -> str:
    lines = subject.module.lines
    ending, outer, unit = lines.ending(line), lines.indent(line), unit_of(subject)
    return opening + ending + "".join(f"{outer}{unit}{each},{ending}" for each in arguments) + f"{outer})"
