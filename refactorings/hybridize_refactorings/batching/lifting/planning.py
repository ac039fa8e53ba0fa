"""From a loop over examples to pieces of an edit: read, opened, cut, written."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.report import Applicability, FunctionReport, Pattern

from hybridize_refactorings.batching.lifting.hazards import Code, code_of
from hybridize_refactorings.batching.lifting.inlining import inlined
from hybridize_refactorings.batching.lifting.loops import Loop, loop_at
from hybridize_refactorings.batching.lifting.phases import cut
from hybridize_refactorings.batching.lifting.text import RUNTIME_NAMES, Written, written
from hybridize_refactorings.batching.lifting.wrapping import UNIT, wrapped
from hybridize_refactorings.batching.pieces import spelled_member
from hybridize_refactorings.batching.purity import changes_variable, changes_variables
from hybridize_refactorings.batching.rewrite import Piece, Plan
from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.bindings import NewImport
from hybridize_refactorings.extraction import place_above, top_statement, unit_of
from hybridize_refactorings.names import local_names, own_nodes, parameters
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject

DIFFERENCE = (
    "examples run together, so that their results are rounded otherwise, and all of them need the same shapes"
)


def plan_loop(scene: Scene, function: FunctionReport, pattern: Pattern) -> Plan:
    """The loop that a pattern stands for, run for all examples; or one sentence why it stays."""
    subject = scene.subject(function)
    if subject is None:
        return Refused("the function cannot be found in the text")
    loop = loop_at(subject, pattern.where)
    if isinstance(loop, Refused):
        return loop
    code = code_of(scene, subject)
    lines = inlined(code, loop.body, local_names(subject.node) | frozenset(loop.given))
    if isinstance(lines, Refused):
        return lines
    if (why := calls_itself(code, lines) or changes(code, lines)) is not None:
        return why
    taken = local_names(subject.node) | frozenset(loop.given)
    phases = cut(code, lines, loop.given, taken)
    if isinstance(phases, Refused):
        return phases
    unstack = subject.spelled("unstack")
    if isinstance(unstack, Refused):
        return unstack
    home, base = home_of(scene, loop)
    base = free_base(scene, subject, loop.node, base)
    text = written(
        loop, phases, base, receiver_of(home), lambda name: name in subject.module.text, unstack[0]
    )
    what = f"runs the loop on line {loop.node.lineno} for all examples together"
    replaced = list(_replaced(loop, text.call, unstack[0]))
    return pieces(function, subject, text, home, replaced, what, unstack)


def free_base(scene: Scene, mine: Subject, node: ast.expr | ast.stmt, base: str) -> str:
    """The name with a number where loops above this one in the file give the same name to new functions."""
    above = 0
    for function in scene.report.functions:
        for pattern in function.patterns if function.path == mine.report.path else ():
            subject = scene.subject(function)
            place = (pattern.where.line, pattern.where.column)
            if subject is None or place >= (node.lineno, node.col_offset + 1):
                continue
            other = loop_at(subject, pattern.where)
            named = home_of(scene, other)[1] if isinstance(other, Loop) else subject.node.name
            above += named == base
    return base if not above else f"{base}_{above + 1}"


def calls_itself(code: Code, lines: Iterable[ast.stmt]) -> Refused | None:
    """The first line that calls a recursive function: it goes through data whose form differs from example to example."""
    for call in (node for line in lines for node in ast.walk(line) if isinstance(node, ast.Call)):
        for callee in code.callees(call):
            if callee.recursive:
                return Refused(
                    f"line {call.lineno}: `{callee.qualname}` calls itself, so each example runs other code"
                )
    return None


def changes(code: Code, lines: Iterable[ast.stmt]) -> Refused | None:
    """The first line that changes a variable, here or in what it calls."""
    for call in (node for line in lines for node in ast.walk(line) if isinstance(node, ast.Call)):
        callees = code.callees(call)
        if not callees and changes_variable(call):
            return Refused(f"line {call.lineno} changes a variable")
        for callee in callees:
            if (why := changes_variables(code.scene, callee)) is not None:
                return why
    return None


def home_of(scene: Scene, loop: Loop) -> tuple[Subject, str]:
    """The function beside which new ones are put, and the name that they are called after."""
    only = loop.body[0]
    call = only.value if len(loop.body) == 1 and isinstance(only, ast.Return) else None
    callees = scene.callees(loop.subject, call) if isinstance(call, ast.Call) else ()
    if len(callees) == 1 and callees[0].path == loop.subject.report.path:
        called = scene.subject(callees[0])
        assert isinstance(call, ast.Call)
        same = called is not None and called.above[-1] is loop.subject.above[-1]
        if (
            called is not None
            and same
            and ast.unparse(call.func).rpartition(".")[0] == receiver_of(loop.subject)
        ):
            return called, called.node.name
        return loop.subject, callees[0].qualname.rpartition(".")[2]
    return loop.subject, loop.subject.node.name


def receiver_of(subject: Subject) -> str:
    """`self` in a method."""
    named = parameters(subject.node.args)
    method = subject.above and isinstance(subject.above[-1], ast.ClassDef)
    plain = not any(ast.unparse(d) in ("staticmethod", "classmethod") for d in subject.node.decorator_list)
    return named[0] if method and plain and named else ""


def pieces(
    function: FunctionReport,
    subject: Subject,
    text: Written,
    home: Subject,
    replaced: Sequence[Splice],
    what: str,
    unstack: tuple[str, NewImport | None] | None,
) -> Plan:
    """The edit: new functions beside `home`, what takes the place of the loop, and the imports of both."""
    module = subject.module
    source = "\n".join([*text.functions, *(splice.text for splice in replaced)])
    added = [] if unstack is None or unstack[1] is None else [unstack[1]]
    names = {}
    for name in RUNTIME_NAMES:
        if f"{name}(" in source:
            names[name], new = spelled_member(module, name)
            added += [] if new is None else [new]
    splices = [_fitting(subject, each, _spelled(each.text, names)) for each in replaced]
    if text.functions:
        splices.insert(0, _new_functions(home, [_spelled(each, names) for each in text.functions]))
    mend = Mend(what, tuple(splices), Applicability.UNSAFE, DIFFERENCE, tuple(added), repair="batching")
    cells = [_prefix(home) + part for part in text.parts] or [""]
    return tuple(Piece(function, mend, cell, scope=True, assumes=True) for cell in cells)


def _prefix(home: Subject) -> str:
    return home.report.qualname.rpartition(".")[0] + "." if receiver_of(home) else ""


def _fitting(subject: Subject, splice: Splice, text: str) -> Splice:
    """The new text, at the indentation of its place, and broken into lines where one is too long."""
    lines = subject.module.lines
    line = subject.module.text.count("\n", 0, splice.start) + 1
    before = splice.start - lines.starts[line - 1]
    broken = [part for each in text.split("\n") for part in wrapped(each, "", before).split("\n")]
    kept = [each.replace(UNIT, unit_of(subject)) if each.startswith(UNIT) else each for each in broken]
    return Splice(splice.start, splice.end, f"{lines.ending(line)}{lines.indent(line)}".join(kept))


def _spelled(text: str, names: dict[str, str]) -> str:
    for name, spelled in names.items():
        text = text.replace(f"{name}(", f"{spelled}(")
    return text


def _new_functions(home: Subject, functions: Sequence[str]) -> Splice:
    module, method = home.module, bool(receiver_of(home))
    offset, indent = place_above(module, home.node if method else top_statement(home))
    ending, unit = module.lines.ending(home.node.lineno), unit_of(home)
    blank = ending * (1 if method else 2)
    return Splice(offset, offset, "".join(_block(each, indent, unit, ending) + blank for each in functions))


def _block(text: str, indent: str, unit: str, ending: str) -> str:
    lines = []
    for line in _lines(text, len(indent)):
        depth = (len(line) - len(line.lstrip(" "))) // 4
        lines.append(f"{indent}{unit * depth}{line.lstrip(' ')}{ending}" if line.strip() else ending)
    return "".join(lines)


def _lines(text: str, before: int) -> Iterator[str]:
    for line in text.splitlines():
        content = line.lstrip(" ")
        lead = line[: len(line) - len(content)]
        yield from (lead + wrapped(content, lead, before + len(lead))).splitlines()


def _replaced(loop: Loop, call: str, unstack: str) -> Iterator[Splice]:
    module, node = loop.subject.module, loop.node
    if isinstance(node, ast.ListComp):
        stacked = _stacked(loop)
        around = node if stacked is None else stacked
        yield Splice(*module.span(around), f"{unstack}({call})" if stacked is None else call)
        return
    gathered = loop.gathered
    start, end = module.span(node)
    if isinstance(gathered, ast.Expr) and isinstance(gathered.value, ast.Call):
        owner = ast.unparse(gathered.value.func).rpartition(".")[0]
        yield Splice(start, end, f"{owner}.extend({unstack}({call}))")
        return
    assert gathered is not None
    taken = gathered.value  # type: ignore[attr-defined]
    result = taken if isinstance(gathered, ast.AugAssign) else taken.right
    head, tail = module.span(gathered)
    a, b = module.span(result)
    taker = " ".join((module.text[head:a] + "result" + module.text[b:tail]).split())
    yield Splice(start, end, f"for result in {unstack}({call}):\n{UNIT}{taker}")


def _stacked(loop: Loop) -> ast.Call | None:
    """`tf.stack([…])` around the comprehension, along the first axis."""
    for node in own_nodes(loop.subject.node):
        if isinstance(node, ast.Call) and node.args and node.args[0] is loop.node:
            spelled = loop.subject.spelled("stack")
            axis = node.keywords[0].value if node.keywords else node.args[1] if len(node.args) > 1 else None
            zero = axis is None or (isinstance(axis, ast.Constant) and axis.value == 0)
            named = all(keyword.arg == "axis" for keyword in node.keywords)
            if isinstance(spelled, tuple) and ast.unparse(node.func) == spelled[0] and zero and named:
                return node
    return None
