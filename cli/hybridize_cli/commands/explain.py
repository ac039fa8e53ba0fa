"""`hybridize explain RULE`: the page of one rule."""

from __future__ import annotations

import sys

import click

from hybridize_cli.output import emit


@click.command()
@click.argument("rule")
def explain(rule: str) -> None:
    """Show what RULE (a name or code) finds, why it matters, and what to do about it."""
    from hybridize_cli.rule_pages import rule_page

    page = rule_page(rule)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page))
    else:
        emit(page)
