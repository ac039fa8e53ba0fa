"""Links from findings to the pages of their rules, for terminals that show them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import pytest
from hybridize_cli.links import takes_links
from hybridize_cli.main import execute

PROGRAM = (
    "import tensorflow as tf\n\n\ndef step(x):\n"
    + 40 * "    x = tf.nn.relu(x) + tf.exp(x)\n"
    + "    return x\n\n\nfor _ in range(90_000):\n    step(tf.ones([2]))\n"
)
SETTINGS = 'rule-url = "https://docs.example.org/{code}/{name}.html"\n'
LINK = "\x1b]8;;https://docs.example.org/HYB001/eager-function.html\x1b\\"
END = "\x1b]8;;\x1b\\"


@pytest.mark.parametrize(
    ("environment", "terminal", "taken"),
    [
        ({"TERM": "xterm-kitty"}, True, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, True, True),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, True, True),
        ({"TERM": "xterm-256color", "WT_SESSION": "x"}, True, True),
        ({"TERM": "xterm-256color", "VTE_VERSION": "5000"}, True, False),
        ({"TERM": "xterm-256color", "VTE_VERSION": "new"}, True, False),
        ({"TERM": "xterm-256color"}, True, False),
        ({"TERM": "dumb", "TERM_PROGRAM": "vscode"}, True, False),
        ({"TERM": "screen", "TERM_PROGRAM": "vscode"}, True, False),
        ({"TERM": "xterm-kitty", "CI": "true"}, True, False),
        ({"TERM": "xterm-kitty"}, False, False),
        ({"FORCE_HYPERLINK": "1"}, False, True),
        ({"TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"}, True, False),
        ({}, True, False),
    ],
)
def test_links_are_for_terminals_that_show_them(environment, terminal, taken):
    assert takes_links(environment, terminal=terminal) is taken


def shown(folder, **environment):
    """What `check` writes to a terminal."""
    (folder / "model.py").write_text(PROGRAM)
    leader, follower = pty.openpty()
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "PYTHONPATH", "LANG", "VIRTUAL_ENV")}
    command = [sys.executable, "-m", "hybridize_cli", "check", ".", "--no-cache", "--format", "concise"]
    with subprocess.Popen(
        command, stdout=follower, stderr=subprocess.DEVNULL, cwd=folder, env={**kept, **environment}
    ) as process:
        os.close(follower)
        found = b""
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:  # the last that had it open has closed it
                break
            if not part:
                break
            found += part
        assert process.wait() == 1
    os.close(leader)
    return found.decode()


@pytest.mark.parametrize(
    ("environment", "linked"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm-kitty", "NO_COLOR": "1"}, False),
    ],
    ids=["links", "dumb", "no colour"],
)
def test_codes_lead_to_the_pages_of_rules(tmp_path, environment, linked):
    (tmp_path / "hybridize.toml").write_text(SETTINGS)
    told = shown(tmp_path, **environment)
    assert "HYB001" in told
    assert (LINK in told and END in told) is linked
    assert ("\x1b]8" in told) is linked


def test_without_an_address_there_are_no_links(tmp_path):
    assert "\x1b]8" not in shown(tmp_path, TERM="xterm-kitty")


def test_sarif_knows_the_pages(tmp_path, capsys):
    (tmp_path / "hybridize.toml").write_text(SETTINGS)
    (tmp_path / "model.py").write_text(PROGRAM)
    assert execute(["check", str(tmp_path), "--no-cache", "--format", "sarif"]) == 1
    rules = json.loads(capsys.readouterr().out)["runs"][0]["tool"]["driver"]["rules"]
    assert rules[0]["helpUri"].startswith("https://docs.example.org/HYB")


@pytest.mark.parametrize(
    "address", ["docs/{name}", "https://x/\\u001b{name}", "https://x", "javascript://{name}"]
)
def test_an_address_that_is_none_is_an_error(tmp_path, capsys, address):
    (tmp_path / "hybridize.toml").write_text(f'rule-url = "{address}"\n')
    assert execute(["check", str(tmp_path), "--no-cache"]) == 2
    assert "an address with `{name}` or `{code}` in it" in capsys.readouterr().err
