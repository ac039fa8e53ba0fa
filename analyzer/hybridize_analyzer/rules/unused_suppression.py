"""A suppression comment that suppresses nothing.

## What it finds

A comment `# hybridize: ignore[…]` on a line, or for a file, where none of the rules that it names finds anything.

## Why it matters

The comment outlived its reason, or it names the wrong rule. It would hide the next finding at this place.

## Example

```python
import tensorflow as tf


def double(x):
    y = x * 2.0  # hybridize: ignore[python-output]
    return y
```

## Use instead

Remove the comment. If the finding is on another line, move the comment there.

## Fix safety

Nothing is edited. Removing a comment changes no behaviour.

## Limits

A comment for a rule that was not selected in this run is not reported.

## Threads

Why suppressions exist at all, a tool that warns where the number of traces stays small:

- tensorflow/tensorboard#6219
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule

RULE = Rule("unused-suppression", "HYB900", __doc__ or "", Severity.NOTE)
