"""Variables of modules and closures: what they may hold, and where they are bound."""

from __future__ import annotations

from dataclasses import dataclass

from hybridize_analyzer.domain.values import NOTHING, TOP, Value, few_numbers, union, widen
from hybridize_analyzer.report import Location


@dataclass(slots=True)
class Binding:
    """A module-level or closure variable: all it may hold, and where it is bound again after its first time.

    versions: what each statement at the top level of its module gives it.  elsewhere: what it gets in other places.
    """

    value: Value = NOTHING
    first: Location | None = None
    rebound: Location | None = None
    lazily: Location | None = None
    growth: int = 0
    versions: dict[Location, Value] | None = None
    elsewhere: Value = NOTHING


def rebind(binding: Binding, value: Value, where: Location, *, again: bool, early: bool) -> bool:
    """Joins a value into a binding; whether that changed anything."""
    changed = False
    if early and not again:
        binding.first = where
    elif binding.first is None:
        changed, binding.first = True, where
    if (again or binding.first != where) and binding.rebound is None:
        changed, binding.rebound = True, where
    if value <= binding.value or binding.value == TOP:
        return changed
    joined = few_numbers(union(binding.value, value))
    new = widen(binding.value, value) if binding.growth > 6 else joined
    if new == binding.value:
        return changed
    binding.growth += 1
    binding.value = new
    return True


def keep_version(binding: Binding, value: Value, version: Location | None) -> bool:
    """Keeps what one statement at the top level gives to a variable of a module; None for all other places.

    Returns whether that changed anything.
    """
    if binding.versions is None:
        binding.versions = {}
    known = binding.elsewhere if version is None else binding.versions.get(version, NOTHING)
    if known == TOP or (value <= known and (version is None or version in binding.versions)):
        return False
    new = widen(known, value) if binding.growth > 6 else few_numbers(union(known, value))
    if version is None:
        binding.elsewhere = new
    else:
        binding.versions[version] = new
    return True


LIBRARIES = "attr:library"
"""Stands for all installed libraries, of which a program may set attributes."""


SETTINGS = "settings of the command line"
"""Where programs declare what their command line sets, by `absl.flags` and `argparse`."""


SET_ANEW = "attr:set anew"
"""Where the names of attributes, and the keys of entries, are recorded that are set anew in objects which are known."""


GIVEN_AWAY = "unseen:"
"""How owners of cells begin that record where unseen code is given something, in which it may write."""


CONSTRAINTS = "attr:constraints"
"""Where everything is recorded that constrains variables, as each step of an optimizer calls it."""


ANY_OBJECT = "attr:any"
"""Where attributes are recorded that are set on objects which cannot be told."""


TRAINABLE = "attr:trainable"
"""Where it is recorded that whether layers train is set on objects which are known; it concerns all of their parts, too.

As a table of notes it has each place with the key of the object.
"""
