"""The command `hybridize.why`: from where a verdict, or what an expression holds, comes."""

from __future__ import annotations

import asyncio

from hybridize_cli.main import execute
from lsp_editor import editor
from lsp_programs import HEAD

RATE = (
    "rate = 2.0\n\n\ndef f(x):\n    y = tf.exp(x) * rate\n    return y\n\n\n"
    "f(tf.ones([2]))\nrate = 3.0\nf(tf.ones([2]))\n"
)


def test_a_verdict_and_a_value_are_explained_as_on_the_command_line(project, capsys):
    (project / "model.py").write_text(HEAD + RATE)
    asked = {"model.py:7": (6, 4, ""), "model.py:8:y": (7, 4, ""), "model.py:8:rate": (7, 0, "rate")}

    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py", HEAD + RATE)
            await edit.diagnostics(uri)
            return [await edit.command("hybridize.why", uri, *place) for place in asked.values()]

    told = asyncio.run(session())
    assert [answer["problem"] for answer in told] == [None, None, None]
    assert "frozen-state" in told[0]["text"]
    for place, answer in zip(asked, told, strict=True):
        capsys.readouterr()
        assert execute(["why", str(project / place)]) == 0
        assert capsys.readouterr().out == answer["text"]


def test_what_cannot_be_explained_is_told(project):
    async def session():
        async with editor(project) as edit:
            uri = edit.open("model.py", HEAD + RATE)
            await edit.diagnostics(uri)
            nothing = await edit.command("hybridize.why", uri, 1, 0, "")
            unknown = await edit.command("hybridize.why", uri, 7, 0, "speed")
            return nothing, unknown

    nothing, unknown = asyncio.run(session())
    assert nothing["text"] == unknown["text"] == ""
    assert "there is no function here" in nothing["problem"]
    assert "nothing reads `speed` here; there is" in unknown["problem"]
