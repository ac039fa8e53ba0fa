"""Whether the files of a project import each other by the name of the folder that they all lie in.

A repository may be a package as a whole: `layers/dense.py` is imported as `mynet.layers.dense`, and `mynet` is a folder
above, or a name that a copy of the repository need not have.  The imports tell: what they name is here, below that name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from hybridize_analyzer.program.modules import INSTALLED, ModuleNames

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\w+(?:\.\w+)*)[ \t]+import[ \t]+\(?[ \t]*(\w+)|import[ \t]+(\w+(?:\.\w+)+))",
    re.MULTILINE,
)
_FEW = 2
"""So many modules in folders have to be meant, as one may be named like one of a library."""
_MOST_OTHERS = 0.2
"""The greatest share of imports below that name which mean nothing here."""


def own_package(texts: Mapping[str, str], names: ModuleNames) -> str:
    """The name by which the project is imported as a whole; "" where there is none.

    texts: of all files, by their paths.
    """
    found: dict[str, set[str]] = defaultdict(set)
    missed: dict[str, set[str]] = defaultdict(set)
    for module, name in {pair for text in texts.values() for pair in _imports(text)}:
        top, _, inside = module.partition(".")
        if top in INSTALLED or names.has(module):
            continue
        path = _meant(inside, name, texts, names)
        (missed if path is None else found)[top].add(path or module)
    likely = [top for top, paths in found.items() if _is_own(paths, missed[top])]
    return max(likely, key=lambda top: (len(found[top]), top), default="")


def _imports(text: str) -> Iterator[tuple[str, str]]:
    for match in _IMPORT.finditer(text):
        module, name, plain = match.groups()
        yield (module, name) if plain is None else (plain, "")


def _meant(inside: str, name: str, texts: Mapping[str, str], names: ModuleNames) -> str | None:
    """The path of the module that an import means below the root, if it has what is imported."""
    member = f"{inside}.{name}" if inside and name else inside or name
    if member in names.paths:
        return names.paths[member]
    path = names.paths.get(inside) if inside else None
    if path is None or (name and not re.search(rf"\b{name}\b", texts.get(path, ""))):
        return None
    return path


def _is_own(paths: set[str], missed: set[str]) -> bool:
    """Whether imports below a name mean modules here, several of them in folders, and hardly anything else."""
    in_folders = sum("/" in path for path in paths)
    return in_folders >= _FEW and len(missed) <= _MOST_OTHERS * (len(paths) + len(missed))
