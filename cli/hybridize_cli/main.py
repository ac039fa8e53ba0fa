"""The entry point: finds the command, and turns every way it can end into an exit code and a message."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn, cast

import click
from hybridize_analyzer.workspace.errors import InputError, closest

from hybridize_cli.escaping import printable
from hybridize_cli.exit_codes import CLEAN, CLOSED, FAILURE, INTERRUPTED
from hybridize_cli.output import OutputClosed, drop_stdout, say

COMPLETION_VARIABLE = "_HYBRIDIZE_COMPLETE"
"""Set by the completion scripts; the name is click's rule for a program called `hybridize`."""

_COMMANDS = (
    "check", "fix", "speedup", "profile", "verify", "measure", "why", "report", "explain",
    "rules", "lsp", "run-model", "clean", "completion",
)  # fmt: skip


class _Commands(click.Group):
    """Commands that are imported when they are called, so that each starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module_name = cmd_name.replace("-", "_")
        module = importlib.import_module(f"hybridize_cli.commands.{module_name}")
        return cast("click.Command", getattr(module, module_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            hint = closest(args[0], _COMMANDS) or f"; known: {', '.join(_COMMANDS)}"
            raise click.UsageError(f"no such command `{args[0]}`{hint}", ctx)
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        from hybridize_analyzer.version import tool_version

        click.echo(f"hybridize {tool_version()}")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
def hybridize() -> None:
    """Finds TensorFlow functions that can run as graphs without changing what the program does.

    Exit codes: 0 nothing to report, 1 findings, 2 wrong usage, settings or paths, or an internal error.
    """


def run() -> NoReturn:
    """Runs the command line of this process and leaves it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # file names may hold what no encoding has
    code = execute(sys.argv[1:])
    sys.exit(code)


def execute(arguments: Sequence[str]) -> int:
    """Runs one command line and returns its exit code; only `HYBRIDIZE_DEBUG` lets an exception out."""
    try:
        result = hybridize.main(list(arguments), prog_name="hybridize", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return FAILURE
    except InputError as error:
        say(f"error: {printable(str(error))}")
        return FAILURE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except (OutputClosed, BrokenPipeError, SystemExit):
        if COMPLETION_VARIABLE in os.environ:
            raise  # click has answered the shell and leaves
        drop_stdout()  # click leaves by SystemExit, too, when its help has no reader
        return CLOSED
    except Exception as error:
        if os.environ.get("HYBRIDIZE_DEBUG"):
            raise
        say(_internal_error(error))
        return FAILURE
    return result if isinstance(result, int) else CLEAN


def _internal_error(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""  # noqa: PTH119
    return (
        f"internal error: {type(error).__name__}: {error}{place}\n"
        "This is a fault of hybridize, not of your program. Run again with HYBRIDIZE_DEBUG=1 and report the "
        "traceback in the issue tracker of the project, if you can with the file that causes it."
    )
