"""`hybridize rules`: all rules, one line each."""

from __future__ import annotations

import click

from hybridize_cli.output import emit


@click.command()
@click.option("--format", "output_format", type=click.Choice(["text", "json"]), default="text")
def rules(output_format: str) -> None:
    """List all rules; `hybridize explain RULE` shows the page of one."""
    from hybridize_cli.rule_pages import rules_json, rules_text

    emit(rules_json() if output_format == "json" else rules_text())
