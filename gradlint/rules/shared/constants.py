"""Values that an algorithm holds constant: the fix that takes their graph away where they are bound."""

from __future__ import annotations

import libcst as cst

from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.patch import Change, Patch


def detach_where_bound(bench: Bench) -> Patch | None:
    """`old = f(x)` as `old = f(x).detach()`; nothing for a value that has no name of its own."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    value, target = statement.value, statement.targets[0].target
    if isinstance(value, (cst.Tuple, cst.Name, cst.Attribute)) or not isinstance(target, cst.Name):
        return None
    if not (bench.node is statement or bench.node is value or bench.node is line):
        return None
    if (found := method(value)) is not None and found[1] in ("detach", "item", "numpy"):
        return None
    start, end = bench.text.span(value)
    written = f"{bench.operand(value)}.detach()"
    return bench.patch(f"Detach `{target.value}`", "unsafe", [Change(start, end, written)])
