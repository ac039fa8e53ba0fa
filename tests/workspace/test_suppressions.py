"""`# hybridize: ignore[...]`: what it covers, and what is said about those that cover nothing."""

import tokenize
from dataclasses import dataclass
from pathlib import Path

import pytest
from hand_made import finding, function, report
from hybridize_analyzer.report import Problem
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_analyzer.workspace.suppressions import apply_suppressions, parse_suppressions


@dataclass(frozen=True)
class NamedRule:
    name: str
    code: str


RULES = (
    NamedRule("print-in-graph", "HYB101"),
    NamedRule("retracing", "HYB201"),
    NamedRule("unused-suppression", "HYB900"),
)


def source(text):
    return SourceFile(Path("/project/a.py"), "a.py", text, "utf-8", text.encode("utf-8", "surrogatepass"))


def judged(text, *findings, functions=(), errors=()):
    """Rule and line of what remains, then the messages about suppressions."""
    result = apply_suppressions(report(*findings, functions=functions, errors=errors), [source(text)], RULES)
    kept = [(entry.rule, entry.location.line) for entry in result.findings if entry.code != "HYB900"]
    return kept, [entry.message for entry in result.findings if entry.code == "HYB900"]


COVERED = [
    pytest.param("f()  # hybridize: ignore\n", 1, id="blanket"),
    pytest.param("f()  # hybridize: ignore[print-in-graph]\n", 1, id="name"),
    pytest.param("f()  # hybridize: ignore[HYB101]\n", 1, id="code"),
    pytest.param("f()  # hybridize: ignore[hyb101] why not\n", 1, id="case and reason"),
    pytest.param("f()  #hybridize:ignore[print-in-graph]\n", 1, id="no spaces"),
    pytest.param("f()  # noqa  # hybridize: ignore[HYB101]\n", 1, id="behind another comment"),
    pytest.param("f()  # hybridize: ignore[HYB101]  # type: ignore\n", 1, id="before another comment"),
    pytest.param("# hybridize: ignore[HYB101]\n\n# more\nf()\n", 4, id="above"),
    pytest.param("f(\n    1,\n)  # hybridize: ignore[HYB101]\n", 1, id="end of the statement"),
    pytest.param("f(\n    1,  # hybridize: ignore[HYB101]\n    2)\n", 3, id="within the statement"),
    pytest.param("f()  # hybridize: ignore[HYB101]\r\ng()\r\n", 1, id="CRLF"),
    pytest.param("f()  # hybridize: ignore[HYB101]\rg()\r", 1, id="lone CR"),
    pytest.param("x = 1\f\nf()  # hybridize: ignore[HYB101]", 2, id="form feed, no last newline"),
    pytest.param("f()\n# hybridize: ignore-file[HYB101]\n", 1, id="whole file"),
    pytest.param("# hybridize: ignore-file\nf()\n", 2, id="whole file, every rule"),
]


@pytest.mark.parametrize(("text", "line"), COVERED)
def test_covered(text, line):
    assert judged(text, finding(line=line)) == ([], [])


NOT_COVERED = [
    pytest.param("f()  # hybridize: ignore[retracing]\n", 1, "suppresses nothing", id="another rule"),
    pytest.param("f()\ng()  # hybridize: ignore[HYB101]\n", 1, "suppresses nothing", id="another line"),
    pytest.param("f('# hybridize: ignore[HYB101]')\n", 1, None, id="in a string"),
    pytest.param('"""\n# hybridize: ignore-file\n"""\n', 1, None, id="in a docstring"),
    pytest.param("f()  # hybridize: ignroe[HYB101]\n", 1, "understands", id="misspelt"),
    pytest.param("f()  # hybridize: ignore[HYB101\n", 1, "understands", id="open bracket"),
    pytest.param("f()  # hybridize: ignore[]\n", 1, "understands", id="empty list"),
    pytest.param("f()  # hybridize: this is fast now\n", 1, None, id="prose"),
    pytest.param("f()  # hybridize: ignore[HYB1]\n", 1, "is not a rule", id="prefixes name no rule"),
]


@pytest.mark.parametrize(("text", "line", "said"), NOT_COVERED)
def test_not_covered(text, line, said):
    kept, messages = judged(text, finding(line=line))
    assert kept == [("print-in-graph", line)]
    assert len(messages) == (said is not None)
    assert all(said in message for message in messages)


HEADERS = [
    pytest.param("def f(x):  # hybridize: ignore[HYB101]\n    y\n    g()\n", 1, id="on def"),
    pytest.param("def f(\n    x,\n):  # hybridize: ignore[HYB101]\n    g()\n", 1, id="end of the header"),
    pytest.param("@d  # hybridize: ignore[HYB101]\n@e\ndef f(x):\n    g()\n", 3, id="on a decorator"),
    pytest.param("# hybridize: ignore[HYB101]\n@d\nasync def f(x):\n    g()\n", 3, id="above a decorator"),
]


@pytest.mark.parametrize(("text", "def_line"), HEADERS)
def test_a_header_speaks_for_its_function(text, def_line):
    last = text.count("\n")
    functions = [function("f", def_line)]
    assert judged(text, finding(line=last, function="f"), functions=functions) == ([], [])
    assert judged(text, finding(line=last, function="g"), functions=functions)[0] != []


def test_of_two_functions_with_one_name_the_nearer_counts():
    text = "def f(): g()  # hybridize: ignore\n\ndef f():\n    g()\n"
    functions = [function("f", 1), function("f", 3)]
    kept, messages = judged(text, finding(line=4, function="f"), functions=functions)
    assert kept == [("print-in-graph", 4)]
    assert messages == ["`# hybridize: ignore` suppresses nothing"]


UNUSED = [
    pytest.param("x  # hybridize: ignore\n", ["`# hybridize: ignore` suppresses nothing"], id="blanket"),
    pytest.param("# hybridize: ignore-file[retracing]\n", ["suppresses nothing"], id="file"),
    pytest.param(
        "f()  # hybridize: ignore[HYB101, retracing]\n", ["`retracing` in a suppression"], id="one of two"
    ),
    pytest.param(
        "x  # hybridize: ignore[retracingg]\n", ["`retracingg` in a suppression is not a rule"], id="unknown"
    ),
    pytest.param("x  # hybridize: ignore[retracing, HYB900]\n", [], id="on purpose"),
    pytest.param(
        "# hybridize: ignore-file[unused-suppression]\nx  # hybridize: ignore\n", [], id="file on purpose"
    ),
]


@pytest.mark.parametrize(("text", "expected"), UNUSED)
def test_unused(text, expected):
    findings = [finding(line=1)] if text.startswith("f()") else []
    _, messages = judged(text, *findings)
    assert len(messages) == len(expected)
    assert all(part in message for part, message in zip(expected, messages, strict=True))


def test_unused_names_a_near_rule_and_its_own_place():
    result = apply_suppressions(report(), [source("x = 1  # hybridize: ignore[retracin]\n")], RULES)
    (entry,) = result.findings
    assert entry.help == "did you mean `retracing`?"
    assert (entry.location.line, entry.location.column, entry.location.end_column) == (1, 8, 37)


def test_a_file_that_does_not_parse_has_no_unused_suppressions():
    text = "x = (  # hybridize: ignore[retracing]\n"
    assert judged(text, errors=[Problem("a.py", "syntax error", 1)]) == ([], [])


@pytest.mark.parametrize(
    "text", ["x = (\n", "  x\n y\n", "'''", "x = 1\0 # hybridize: ignore\n", "$ # hybridize: ignore\n", "\\"]
)
def test_text_that_does_not_tokenize(text):
    assert all(
        entry.location.path == "a.py" for entry in parse_suppressions(source(text + "# hybridize: ignore"))
    )


def test_what_stands_before_the_break_is_read():
    read = parse_suppressions(source("f()  # hybridize: ignore[HYB101] because\nx = (\n"))
    assert [(entry.rules, entry.reason) for entry in read] == [(("HYB101",), "because")]


def test_several_rules_and_a_reason():
    (entry,) = parse_suppressions(source("f()  # hybridize: ignore[a, b ,a]: tracked in issue 7\n"))
    assert (entry.rules, entry.reason, entry.whole_file) == (("a", "b"), "tracked in issue 7", False)


def test_files_without_suppressions_are_not_tokenized(monkeypatch):
    monkeypatch.setattr(tokenize, "generate_tokens", lambda _: pytest.fail("tokenized for nothing"))
    assert parse_suppressions(source("f()  # noqa\n")) == ()
