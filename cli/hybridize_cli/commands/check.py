"""`hybridize check`: reports, and with `--fix` edits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from hybridize_analyzer.workspace.errors import InputError

from hybridize_cli.options import CheckOptions, CommonOptions, common_options, split_options
from hybridize_cli.reporters import FORMATS
from hybridize_cli.reporters.ordering import GROUPS


class _CheckCommand(click.Command):
    """Takes the value of `--add-ignore` only after `=`, so that a path behind it stays a path."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        options = ["--add-ignore=" if argument == "--add-ignore" else argument for argument in args[:end]]
        return super().parse_args(ctx, options + args[end:])


@click.command(cls=_CheckCommand)
@common_options
@click.option(
    "--output-format",
    "--format",
    "-f",
    type=click.Choice(FORMATS),
    envvar="HYBRIDIZE_OUTPUT_FORMAT",
    show_envvar=True,
    help="`full` by default; json, jsonl, sarif and junit are stable, texts are not.",
)
@click.option(
    "--output-file",
    "-o",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    callback=lambda _context, _parameter, file: None if file == Path("-") else file,
    envvar="HYBRIDIZE_OUTPUT_FILE",
    show_envvar=True,
    help="Write the report to a file.",
)
@click.option("--all", "all_functions", is_flag=True, help="List every function, not only findings.")
@click.option("--statistics", is_flag=True, help="Print the number of findings of each rule instead.")
@click.option(
    "--group-by",
    type=click.Choice(GROUPS),
    help="Put findings under their file or rule; by default those with most to gain come first.",
)
@click.option("--exit-zero", "-e", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if anything was edited.")
@click.option("--fix", is_flag=True, help="Make the safe edits, then report what remains.")
@click.option("--diff", is_flag=True, help="Show what `--fix` would edit; exit with 1 if anything.")
@click.option(
    "--add-ignore", metavar="[=REASON]", help="Suppress every finding by a comment, with the reason if given."
)
@click.option("--write-baseline", is_flag=True, help="Accept every finding: list it in the baseline file.")
@click.option("--watch", "-w", is_flag=True, help="Check again whenever a file changes.")
@click.option("--show-settings", is_flag=True, help="Print the settings that apply, and stop.")
@click.option("--show-files", is_flag=True, help="Print the files that would be checked, and stop.")
def check(**values: Any) -> int:
    """Report which functions can run as graphs, which lose by it, and what stands in the way.

    PATHS are files or directories: the working directory if there are none, standard input if it is `-`.
    """
    options, rest = split_options(values)
    own = CheckOptions(**rest)
    _check_combination(options, own)
    from hybridize_cli.checking import run_check

    if own.watch:
        from hybridize_cli.watching import watch

        return watch(options, lambda: run_check(options, own))
    return run_check(options, own)


def _check_combination(options: CommonOptions, own: CheckOptions) -> None:
    """Raises InputError for options that ask for different things."""
    actions = {
        "--fix": own.fix and not own.diff,
        "--diff": own.diff,
        "--add-ignore": own.add_ignore is not None,
        "--write-baseline": own.write_baseline,
        "--watch": own.watch,
        "--show-settings": own.show_settings,
        "--show-files": own.show_files,
    }
    chosen = [name for name, active in actions.items() if active]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(chosen)} do not go together; use one at a time")
    if options.from_stdin and chosen and chosen[0] in ("--watch", "--add-ignore", "--write-baseline"):
        raise InputError(f"{chosen[0]} needs files; it cannot work on standard input")
