"""The options that `check` and `fix` share: which files, which settings, which rules, how loud."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click
from hybridize_analyzer.report import GAINS
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.paths import is_directory
from hybridize_analyzer.workspace.settings import Settings, load_settings

STDIN = "-"

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class CommonOptions:
    """What the user wrote; None or empty where nothing was written and the settings decide."""

    paths: tuple[str, ...]
    config: tuple[str, ...]
    isolated: bool
    exclude: tuple[str, ...]
    extend_exclude: tuple[str, ...]
    respect_gitignore: bool | None
    force_exclude: bool | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    extend_select: tuple[str, ...]
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...]
    ignore_suppressions: bool
    baseline: Path | None
    stdin_filename: str | None
    jobs: int | None
    no_cache: bool
    cache_dir: Path | None
    assume: tuple[str, ...]
    profile: Path | None
    no_profile: bool
    observed: bool
    unsafe_fixes: bool | None
    min_gain: str | None
    python: Path | None
    tests: bool | None
    repair: bool | None
    color: str
    quiet: bool
    silent: bool
    verbose: bool

    @property
    def from_stdin(self) -> bool:
        """Whether the program comes from standard input."""
        return self.paths == (STDIN,)


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The options of `check` alone.

    add_ignore: None, or the reason to write into the suppressions (perhaps empty).
    """

    output_format: str | None
    output_file: Path | None
    all_functions: bool
    statistics: bool
    group_by: str | None
    exit_zero: bool
    exit_non_zero_on_fix: bool
    fix: bool
    diff: bool
    add_ignore: str | None
    write_baseline: bool
    watch: bool
    show_settings: bool
    show_files: bool


def _listed(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Values given repeatedly, separated by commas, or both."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def _ignores_by_file(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    result = []
    for value in values:
        pattern, colon, rules = value.rpartition(":")
        names = tuple(name.strip() for name in rules.split(",") if name.strip())
        if not colon or not pattern or not names:
            raise click.BadParameter(f"{value!r} is not PATTERN:RULE[,RULE], such as 'tests/**:HYB1'")
        result.append((pattern, names))
    return tuple(result)


def _config_or_environment(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    # Not click's `envvar`: it would split a path, or `KEY = VALUE`, at its spaces.
    environment = os.environ.get("HYBRIDIZE_CONFIG")
    return values or ((environment,) if environment else ())


python_option = click.option(
    "--python",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Read packages installed with this interpreter, or in this folder; `none` reads none. "
    "By default those of the active environment, or of `.venv` beside the project.",
)


_OPTIONS = (
    click.argument("paths", nargs=-1, type=click.Path(readable=False)),  # we say why
    click.option(
        "--config",
        multiple=True,
        metavar="PATH|KEY=VALUE",
        callback=_config_or_environment,
        help="A settings file instead of the closest, or one setting in TOML.  [env var: HYBRIDIZE_CONFIG]",
    ),
    click.option("--isolated", is_flag=True, envvar="HYBRIDIZE_ISOLATED", help="Read no settings file."),
    click.option(
        "--exclude",
        multiple=True,
        callback=_listed,
        metavar="PATTERNS",
        help="Leave out, instead of the defaults.",
    ),
    click.option(
        "--extend-exclude", multiple=True, callback=_listed, metavar="PATTERNS", help="Leave out these, too."
    ),
    click.option(
        "--respect-gitignore/--no-respect-gitignore",
        default=None,
        help="Leave out what git ignores (the default).",
    ),
    click.option(
        "--force-exclude/--no-force-exclude",
        default=None,
        help="Leave out excluded files even if they are named; for pre-commit.",
    ),
    click.option(
        "--select",
        multiple=True,
        callback=_listed,
        metavar="RULES",
        help="Report these: names, codes, prefixes such as HYB1, or ALL.",
    ),
    click.option("--ignore", multiple=True, callback=_listed, metavar="RULES", help="Do not report these."),
    click.option(
        "--extend-select", multiple=True, callback=_listed, metavar="RULES", help="Report these, too."
    ),
    click.option(
        "--per-file-ignores",
        multiple=True,
        callback=_ignores_by_file,
        metavar="PATTERN:RULES",
        help="Do not report these rules in matching files.",
    ),
    click.option("--ignore-suppressions", is_flag=True, help="Report what `# hybridize: ignore` suppresses."),
    click.option(
        "--baseline",
        type=click.Path(dir_okay=False, path_type=Path),
        envvar="HYBRIDIZE_BASELINE",
        show_envvar=True,
        help="Report only what this file does not list.",
    ),
    click.option(
        "--stdin-filename", metavar="PATH", help="Where the program read from standard input (`-`) belongs."
    ),
    click.option(
        "--jobs",
        "-j",
        type=click.IntRange(min=1),
        envvar="HYBRIDIZE_JOBS",
        show_envvar=True,
        help="Number of processes; one per processor by default.",
    ),
    click.option(
        "--no-cache",
        is_flag=True,
        envvar="HYBRIDIZE_NO_CACHE",
        show_envvar=True,
        help="Analyse everything anew, and keep nothing.",
    ),
    click.option(
        "--cache-dir",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="HYBRIDIZE_CACHE_DIR",
        show_envvar=True,
        help="Where results are kept; `.hybridize_cache` below the project's root by default.",
    ),
    click.option(
        "--assume",
        multiple=True,
        callback=_listed,
        metavar="KINDS",
        help="Take these kinds of assumption as holding, such as type-hint: edits that rest on them are safe.",
    ),
    click.option(
        "--profile",
        type=click.Path(dir_okay=False, path_type=Path),
        help="What recorded runs have shown; `.hybridize/profile.json` below the project's root if it is there.",
    ),
    click.option("--no-profile", is_flag=True, help="Read no profile."),
    click.option(
        "--observed",
        is_flag=True,
        help="Take what recorded runs bear out as holding: edits that rest on nothing else are safe.",
    ),
    click.option(
        "--unsafe-fixes/--no-unsafe-fixes",
        "--unsafe/--no-unsafe",
        default=None,
        help="Also make edits that rest on an assumption or change behaviour.",
    ),
    click.option(
        "--min-gain",
        type=click.Choice(GAINS),
        help="Report and edit functions from this expected gain on; medium (twice as fast) by default.",
    ),
    python_option,
    click.option(
        "--tests/--no-tests",
        default=None,
        help="Also report and edit functions of tests.",
    ),
    click.option(
        "--repair/--no-repair",
        default=None,
        help="Also look for repairs that make a function, or a part of it, convertible; analyses several times. "
        "Unasked, `check` looks for those of training steps in loops only, in small groups of files; --no-repair for none.",
    ),
    click.option(
        "--color",
        "--colour",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        envvar="HYBRIDIZE_COLOR",
        show_envvar=True,
        help="Colours in the text output; NO_COLOR and FORCE_COLOR count, too.",
    ),
    click.option("--quiet", "-q", is_flag=True, help="Print findings and errors, nothing else."),
    click.option("--silent", "-s", is_flag=True, help="Print nothing; the exit code tells."),
    click.option("--verbose", "-v", is_flag=True, help="Say what is read and how long it takes."),
)

_NAMES = frozenset(CommonOptions.__dataclass_fields__)


def common_options(command: Command) -> Command:
    """Adds the shared options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def split_options(options: dict[str, Any]) -> tuple[CommonOptions, dict[str, Any]]:
    """The shared options, and the command's own."""
    common = CommonOptions(**{name: options[name] for name in _NAMES})
    return common, {name: value for name, value in options.items() if name not in _NAMES}


def effective_settings(options: CommonOptions, start: Path) -> Settings:
    """The settings files at `start` (a directory), overridden by what the user wrote.

    Raises:
        InputError: settings or options that make no sense.
    """
    settings = load_settings(start, config=options.config, isolated=options.isolated)
    # `--select` starts afresh: what the file ignores may be just what the user now asks for.
    ignored = () if options.select else settings.ignore
    written: dict[str, Any] = {
        "exclude": options.exclude,
        "select": options.select,
        "per_file_ignores": options.per_file_ignores,
        "jobs": options.jobs,
    }
    switched: dict[str, Any] = {
        "respect_gitignore": options.respect_gitignore,
        "force_exclude": options.force_exclude,
        "unsafe_fixes": options.unsafe_fixes,
        "min_gain": options.min_gain,
        "tests": options.tests,
        "python": options.python.absolute() if options.python else None,
        "baseline": options.baseline.absolute() if options.baseline else None,
    }
    return replace(
        settings,
        ignore=ignored + options.ignore,
        assume=settings.assume + options.assume,
        extend_select=settings.extend_select + options.extend_select,
        extend_exclude=settings.extend_exclude + options.extend_exclude,
        **{name: value for name, value in written.items() if value},
        **{name: value for name, value in switched.items() if value is not None},
    )


def check_paths(options: CommonOptions) -> None:
    """Raises InputError where `-`, paths and `--stdin-filename` do not go together."""
    if STDIN in options.paths and not options.from_stdin:
        raise InputError("`-` (standard input) cannot be mixed with other paths; name it alone")
    if options.stdin_filename is not None and not options.from_stdin:
        raise InputError("--stdin-filename only goes with standard input; add `-` as the path")
    if options.stdin_filename is not None and is_directory(options.stdin_filename):
        raise InputError(f"--stdin-filename {options.stdin_filename}: a directory; name a file in it")
