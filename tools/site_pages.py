"""Pages of the documentation site that are made while it is built, so that they are never older than the code.

`mkdocs.yml` names this file as a hook: mkdocs calls the functions whose names begin with `on_`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import click
from hybridize_analyzer.workspace.settings import Settings
from hybridize_cli.main import hybridize
from hybridize_cli.setting_pages import SETTINGS

_SETTINGS_HEAD = """# Settings

Settings stand in `[tool.hybridize]` of the closest `pyproject.toml`, or at the top of the closest `hybridize.toml`, which
comes first where a folder has both. Options of the command line override them, and `--config KEY=VALUE` overrides one.
`hybridize check --show-settings` prints those that apply, and where they come from; `--isolated` reads none. A key that
does not exist, or a value of another type, is an error that names the closest one that does.

```toml
[tool.hybridize]
extend-exclude = ["third_party"]
assume = ["type-hint"]
min-gain = "low"
per-file-ignores = { "legacy/**" = ["HYB1"] }
```

| setting | default | meaning |
|---|---|---|
"""
_COMMANDS_HEAD = """# Commands

Exit codes: 0 nothing to report, 1 findings, 2 wrong usage, settings or paths, or an internal error. Commands that run one
of yours also have 3, for one that fails.

"""
_FETCHED, _WORKER = "https://unpkg.com/iframe-worker/shim", "javascripts/worker_on_disk.js"
_OWN_FIELDS = frozenset({"directory", "files"})


def on_files(files: Any, config: Any) -> Any:
    """Adds the generated pages."""
    from mkdocs.structure.files import File

    for name, text in documents().items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001 - the signature of mkdocs
    """Lets guides stand before measurements where both hold what is searched for."""
    if page.file.src_uri.startswith("measured/"):
        page.meta["search"] = {"boost": 0.2}
    return markdown


def on_post_page(output: str, page: Any, config: Any) -> str:  # noqa: ARG001 - the signature of mkdocs
    """Has the page take what searches from disk from the site: the theme would fetch it."""
    return output.replace(_FETCHED, "../" * page.url.count("/") + _WORKER)


def on_post_template(output: str, template_name: str, config: Any) -> str:  # noqa: ARG001 - the signature of mkdocs
    """The same for the page of addresses that are not there, which no folder holds."""
    return output.replace(_FETCHED, f"/{_WORKER}")


def documents() -> dict[str, str]:
    """The text of each page, by file name."""
    return {
        "settings.md": _SETTINGS_HEAD + "".join(_settings()),
        "commands.md": _COMMANDS_HEAD + "".join(_commands()),
    }


def _settings() -> Iterator[str]:
    defaults = {
        field.name.replace("_", "-"): field.default
        for field in fields(Settings)
        if field.name not in _OWN_FIELDS
    }
    for key in dict.fromkeys((*SETTINGS, *defaults)):
        yield f"| `{key}` | {_default(defaults.get(key))} | {SETTINGS.get(key, '')} |\n"


def _default(value: object) -> str:
    if value is None or value == ():
        return ""
    return f"`{json.dumps(list(value) if isinstance(value, tuple) else value)}`"


def _commands() -> Iterator[str]:
    context = click.Context(hybridize, info_name="hybridize")
    for name in hybridize.list_commands(context):
        command = hybridize.get_command(context, name)
        assert command is not None
        own = click.Context(command, info_name=name, parent=context)
        yield f"## hybridize {name}\n\n{_text(command.help or '')}\n\n"
        yield f"```\n{command.get_usage(own).removeprefix('Usage: ')}\n```\n\n"
        options = [option for option in command.params if isinstance(option, click.Option)]
        if options:
            yield "| option | meaning |\n|---|---|\n"
            yield (
                "".join(f"| {_names(option)} | {_cell(_text(option.help or ''))} |\n" for option in options)
                + "\n"
            )


def _names(option: click.Option) -> str:
    names = " ".join(
        [", ".join(option.opts), *(["/", ", ".join(option.secondary_opts)] if option.secondary_opts else [])]
    )
    choices = option.type.choices if isinstance(option.type, click.Choice) else ()
    value = (
        ""
        if option.is_flag
        else f" {option.metavar or '|'.join(map(str, choices)) or option.type.name.upper()}"
    )
    return f"`{_cell(names + value)}`"


def _text(text: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n")).strip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
