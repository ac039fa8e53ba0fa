"""`hybridize completion SHELL`: what a shell needs to complete our commands and options."""

from __future__ import annotations

import click

from hybridize_cli.output import emit


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a completion script for SHELL.

    \b
    bash: eval "$(hybridize completion bash)"        in ~/.bashrc
    zsh:  eval "$(hybridize completion zsh)"         in ~/.zshrc
    fish: hybridize completion fish | source         in ~/.config/fish/config.fish
    """
    from click.shell_completion import get_completion_class

    from hybridize_cli.main import COMPLETION_VARIABLE, hybridize

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"this version of click has no completion for {shell}; update click")
    emit(kind(hybridize, {}, "hybridize", COMPLETION_VARIABLE).source() + "\n")
