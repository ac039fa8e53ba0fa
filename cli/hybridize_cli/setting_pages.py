"""What every setting means; the page of settings on the site is made from this table and from the settings themselves."""

from __future__ import annotations

SETTINGS = {
    "select": "Rules to report: names, codes, prefixes of codes such as `HYB1`, or `ALL`.",
    "ignore": "Rules not to report.",
    "extend-select": "Rules to report besides `select`; joined with that of an extended file.",
    "per-file-ignores": "Rules not to report in files that match a pattern: a table of pattern and list of rules.",
    "exclude": "Patterns of files and folders to leave out, in place of the defaults.",
    "extend-exclude": "Patterns to leave out besides `exclude`; joined with that of an extended file.",
    "respect-gitignore": "Leave out what git ignores.",
    "force-exclude": "Leave out excluded files even where they are named on the command line, as pre-commit does.",
    "baseline": "A file of accepted findings; only what it does not list is reported.",
    "output-format": "The format of `hybridize check`.",
    "jobs": "Number of processes; one per processor where it is not set.",
    "unsafe-fixes": "Also make edits that rest on an assumption or change behaviour.",
    "assume": "Kinds of assumption that hold in this project ([list](assumptions.md)).",
    "min-gain": "The expected gain from which functions are reported and edited: `none`, `low`, `medium` (twice as fast) or "
    "`high` (three times).",
    "tests": "Report and edit functions of tests, too.",
    "target": "The TensorFlow that the program runs on, such as `tensorflow 2.15`; inferred where it is not set.",
    "keras": "The major version of Keras, 2 or 3; inferred where it is not set.",
    "rule-url": "Where the page of a rule is, such as `https://docs.example.org/rules/{name}`; terminals that show "
    "links, SARIF and rdjson lead there.",
    "extend": "Another settings file whose values hold where this one has none; relative to this file.",
}
"""Key of the settings file to one sentence."""
