"""GL205: out= refuses to work with autograd."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import OutArgument
from gradlint.core.model import Severity
from gradlint.rules.shared.aliases import is_lost, only_here
from gradlint.rules.shared.bench import Bench, keyword
from gradlint.rules.shared.draft import Draft, Program, story
from gradlint.rules.shared.out_of_place import bound_to, statement_of
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    for use in program.flow.out_arguments:
        if not use.certain:
            continue
        short = use.function.rpartition(".")[2]
        yield Draft(
            use.place.node,
            f"{short}(): functions with out=... arguments don't support automatic differentiation, but one of the "
            "arguments requires grad",
            "drop out= and assign the result",
            "torch",
            Severity.ERROR,
            story(use.array.node, None),
            "raises RuntimeError",
            about=use,
        )


def fix(bench: Bench) -> Patch | None:
    call = bench.node
    if not isinstance(bench.draft.about, OutArgument) or not isinstance(call, cst.Call):
        return None
    out = keyword(call, "out")
    found = statement_of(bench, call)
    if out is None:
        return None
    drop = bench.drop_argument(call, out)
    if (
        found is not None
        and isinstance(found[1], cst.Expr)
        and isinstance(out.value, (cst.Name, cst.Attribute))
    ):
        start = bench.text.span(call)[0]
        name = out.value.value if isinstance(out.value, cst.Name) else ""
        if name and is_lost(bench, name, call):
            return None
        made = bound_to(bench, name) if name else None
        plain = isinstance(made, cst.Call) and not any(keyword(made, each) for each in ("dtype", "device"))
        safe = plain and only_here(bench, name, found[0])
        changes = [Change(start, start, f"{bench.code(out.value)} = "), drop]
        return bench.patch("Assign the result", "safe" if safe else "unsafe", changes)
    return bench.patch("Use the result", "unsafe", [drop])
