"""Case folders: `before.py` and `edit.json` (the verdicts) give `after.py` and/or `refused.txt`."""

from __future__ import annotations

import io
import json
import sys
import tokenize
from pathlib import Path

from hybridize_analyzer.report import FunctionReport, Location, Report
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_refactorings import FileEdit, plan_edits

CASES = Path(__file__).parent / "cases"


def case_folders() -> list[Path]:
    """The cases that this Python version can parse (`"python": [3, 11]` asks for at least that)."""
    folders = sorted(path.parent for path in CASES.glob("*/edit.json"))
    return [folder for folder in folders if sys.version_info[:2] >= _python(folder)]


def _python(folder: Path) -> tuple[int, ...]:
    return tuple(json.loads((folder / "edit.json").read_text("utf-8")).get("python", ()))


def verdict(
    path: str,
    qualname: str,
    line: int,
    verdict: str = "convert",
    safe: bool = True,
    input_signature: str | None = None,
    reconfiguration: str | None = None,
) -> FunctionReport:
    """A decision without its facts: source edits read only what is set here."""
    return FunctionReport(
        path=path,
        qualname=qualname,
        line=line,
        location=Location(path, line, 1, line, 2),
        hybrid=verdict in ("remove", "reconfigure"),
        verdict=verdict,
        safe=safe,
        input_signature=input_signature,
        reconfiguration=reconfiguration,
    )


def source_file(path: Path, relative: str, raw: bytes) -> SourceFile:
    """Decodes as Python does; line endings stay as they are."""
    encoding = tokenize.detect_encoding(io.BytesIO(raw).readline)[0]
    return SourceFile(path, relative, raw.decode(encoding), encoding, raw)


def plan(source: SourceFile, *functions: FunctionReport, unsafe: bool = False) -> FileEdit:
    """The edit of the one file that `functions` speak of."""
    report = Report(Path("/"), functions, (), ())
    (edit,) = plan_edits(report, {source.relative: source}, unsafe=unsafe)
    return edit


def plan_text(text: str, *functions: FunctionReport, unsafe: bool = False) -> FileEdit:
    """The edit of a module `m.py` with this text."""
    source = source_file(Path("/m.py"), "m.py", text.encode())
    return plan(source, *functions, unsafe=unsafe)


def plan_case(folder: Path) -> FileEdit:
    """The edit that `edit.json` of a case asks for."""
    asked = json.loads((folder / "edit.json").read_text("utf-8"))
    source = source_file(folder / "before.py", "before.py", (folder / "before.py").read_bytes())
    functions = [verdict("before.py", **function) for function in asked["functions"]]
    return plan(source, *functions, unsafe=asked.get("unsafe", False))


def refusals(edit: FileEdit) -> str:
    """The withheld edits, one line each."""
    return "".join(f"{each.line} {each.qualname}: {each.reason}\n" for each in edit.withheld)
