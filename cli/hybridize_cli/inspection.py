"""What applies here: settings and files, as text."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hybridize_analyzer.workspace.files import ProjectFiles
from hybridize_analyzer.workspace.settings import KEYS, Settings
from hybridize_analyzer.workspace.targets import Target

from hybridize_cli.escaping import printable


def settings_text(settings: Settings, target: Target) -> str:
    """The settings in TOML, after a comment that says where they come from; target: of the project, inferred or stated."""
    sources = [f"# from {file}" for file in settings.files] or ["# defaults, no settings file"]
    pairs = ((key, getattr(settings, key.replace("-", "_"))) for key in KEYS if key != "extend")
    lines = [f"{key} = {_toml(value)}" for key, value in pairs if value is not None]
    if settings.keras is None:
        lines.append(f"# Keras {' and '.join(map(str, target.keras))}, says {target.reason}")
    return "\n".join([*sources, f"# patterns are relative to {settings.directory}", *lines, ""])


def file_lines(files: ProjectFiles) -> str:
    """The files to check, one per line, relative to the working directory where they are below it."""
    working = Path.cwd()
    return "".join(
        f"{printable(str(os.path.relpath(path, working) if path.is_relative_to(working) else path))}\n"
        for path in files.requested
    )


def _toml(value: Any) -> str:
    # The strings, booleans and numbers of JSON are TOML, too.
    if isinstance(value, Path):
        return json.dumps(value.as_posix(), ensure_ascii=False)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return "{ " + ", ".join(f"{json.dumps(pattern)} = {_toml(rules)}" for pattern, rules in value) + " }"
    return json.dumps(value, ensure_ascii=False)
