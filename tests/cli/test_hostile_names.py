"""Names of files and code with control characters: none reaches a terminal or begins a line of a log."""

import os

import pytest
from hybridize_cli.escaping import printable

NAME = "a\n::set-output name=x::\x1b[31m.py"
EAGER = "def eager(x):\n    return x\n"
MAYBE = "def eager_maybe(x):\n    return x\n"
BROKEN = "def broken(\n"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        ("check", "--format", "concise"),
        ("check", "--format", "github"),
        ("check", "--group-by", "file"),
        ("check", "--show-files"),
        ("check", "--diff"),
        ("check", "-v", NAME + "missing"),
        ("fix",),
        ("fix", "--diff"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("text", [EAGER, EAGER + MAYBE, BROKEN], ids=["safe", "unsafe", "broken"])
def test_no_name_begins_a_command(run, plant, arguments, text):
    plant({NAME: text})
    outcome = run(*arguments)
    told = (outcome.stdout + outcome.stderr).splitlines()
    assert told
    assert not [line for line in told if line.startswith("::set-output")]
    assert "\x1b" not in outcome.stdout + outcome.stderr


def test_what_is_printable_stays():
    assert printable("naïve 漢字 🙂") == "naïve 漢字 🙂"
    assert printable("a\n\x1b\x9b\u202e") == "a␊␛\ufffd\ufffd"
