"""Analysed groups that outlast the process: the next one follows what has been edited since."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hybridize_analyzer.program.code import ModuleCode
from hybridize_analyzer.program.modules import ModuleNames
from hybridize_analyzer.session.live import LiveGroup, analyze_live, follow_edit, results_of
from hybridize_analyzer.session.shelf import UnreadableError, dumped, loaded
from hybridize_analyzer.solver.incremental.regions import Region
from hybridize_analyzer.workspace.cache import Cache, Results
from hybridize_analyzer.workspace.packaging import Packaging
from hybridize_analyzer.workspace.sources import SourceFile

_FEWEST_LINES = 1_500
"""Smaller groups are analysed in less time than it takes to save it."""
_MOST_EDITED = 10
"""With more edited files an analysis from nothing is no slower."""
Modules = Callable[[str], ModuleCode]
"""Parses a file of the group; whoever asks may change what it gets."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the analysis of one group is kept.  key: of all that it depends on but the texts of its files."""

    cache: Cache
    key: str

    def keep(self, group: LiveGroup) -> None:
        """Keeps an exact analysis, if it is large enough to be worth it."""
        if group.inexact is None and _lines(group.sources.values()) >= _FEWEST_LINES:
            try:
                self.cache.keep_state(self.key, zlib.compress(dumped(group), 1))
            except RecursionError:
                return

    def take(self, sources: Mapping[str, SourceFile]) -> LiveGroup | None:
        """The analysis that is kept, of texts that may be older."""
        if _lines(sources.values()) < _FEWEST_LINES:
            return None
        content = self.cache.state(self.key)
        try:
            return loaded(zlib.decompress(content)) if content is not None else None
        except (UnreadableError, zlib.error):
            return None


def _lines(sources: Iterable[SourceFile]) -> int:
    return sum(source.text.count("\n") for source in sources)


def resume(
    place: Place,
    sources: Mapping[str, SourceFile],
    read: Callable[[str], ModuleCode | Region],
    *,
    exact: bool = False,
) -> LiveGroup | None:
    """The analysis that is kept, brought to the texts as they are now; None where it is quicker to analyse anew.

    sources: all files of the group.  read: a file of it that has been edited, or what the edit touches.
    exact: whether only what an analysis from nothing would give is of use.
    """
    group = place.take(sources)
    if group is None or group.sources.keys() != sources.keys():
        return None
    edited = [path for path, source in sources.items() if source.raw != group.sources[path].raw]
    if len(edited) > _MOST_EDITED:
        return None
    for path, source in sources.items():
        if path not in edited:
            group.sources[path] = source
    followed = all(follow_edit(group, sources[path], read(path), exact=exact) for path in edited)
    return group if followed else None


def analyze_or_resume(
    sources: Mapping[str, SourceFile],
    modules: Modules,
    names: ModuleNames,
    packaging: Packaging,
    place: Place,
) -> Results:
    """What there is to report of a group: the same whether an earlier analysis could be followed or not."""
    group = resume(place, sources, modules, exact=True)
    if group is None:
        group = analyze_live({path: modules(path) for path in sources}, sources, names, packaging)
        place.keep(group)
    return results_of(group)
