"""The page: one file that needs nothing else, from data that nobody vouches for."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import Any

# Nothing is fetched, whatever the data says; what runs and what styles is in the page.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(data: dict[str, Any]) -> str:
    """The page that shows what `report_data` gives; it works from disk and without a network."""
    name = escape(data["name"])
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{name}: graphs and eager functions</title>
<style>
{_asset("page.css")}</style>
</head>
<body>
<header><h1>{name}</h1><span class="note">hybridize {escape(data["tool"])}</span>
<button id="theme" class="push" type="button">Light or dark</button></header>
<main>
<p>{escape(sentence_of(data["summary"]))}</p>
<div id="cards" class="cards"></div>
<div id="tabs" role="tablist" aria-label="Parts of the report"></div>
<div id="panels"></div>
<noscript>The tables of this report need JavaScript, which runs in the page and fetches nothing.</noscript>
</main>
<footer class="note"><p>Rows open with a click or Enter; arrow keys move between rows and tabs.</p></footer>
<script id="data" type="application/json">{_embedded(data)}</script>
<script>
{_asset("page.js")}</script>
</body>
</html>
"""


def sentence_of(summary: dict[str, Any]) -> str:
    """What the report comes to, for those who read one sentence of it."""
    convert, safe = summary["convert"], summary["safe"]
    if not convert:
        return f"None of the {summary['functions']} functions is expected to gain enough as a graph."
    first = f"{convert} of {summary['functions']} functions can become graphs"
    much = f", {summary['threefold']} of them 3x or more faster" if summary["threefold"] else ""
    edits = f"{safe} edits are safe (hybridize fix)" if safe != 1 else "1 edit is safe (hybridize fix)"
    rest = (
        f"; {convert - safe} rest on assumptions (hybridize fix --unsafe --verify . -- pytest)"
        if convert > safe
        else ""
    )
    return f"{first}{much}: {edits}{rest}."


def _embedded(data: dict[str, Any]) -> str:
    """JSON that no text in it can end: a script ends at `</`, and a comment begins at `<!`."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _asset(name: str) -> str:
    return files("hybridize_cli.report").joinpath(name).read_text(encoding="utf-8")
