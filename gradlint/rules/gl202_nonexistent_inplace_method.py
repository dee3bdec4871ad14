"""GL202: x.reshape_(): there is no such method."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import MissingMethod
from gradlint.core.model import Severity
from gradlint.rules.shared.aliases import is_lost
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.out_of_place import certainty, statement_of
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    for missing in program.flow.missing_methods:
        plain = missing.name.removesuffix("_")
        yield Draft(
            missing.place.node,
            f"'Tensor' object has no attribute '{missing.name}': {plain} has no in-place version",
            f"write x = x.{plain}(...)",
            "torch",
            Severity.ERROR,
            (),
            "raises AttributeError",
            about=missing,
        )


def fix(bench: Bench) -> Patch | None:
    missing, call = bench.draft.about, bench.node
    named = method(call)
    if not isinstance(missing, MissingMethod) or named is None or not isinstance(call, cst.Call):
        return None
    assert isinstance(call.func, cst.Attribute)
    plain = missing.name.removesuffix("_")
    if plain == "view" and not any(bench.called(arg.value) for arg in call.args):
        plain = "reshape"  # does the same where the memory allows, and copies where it does not
    renamed = bench.replace(call.func.attr, plain)
    found = statement_of(bench, call)
    message = f"Assign the result of {plain}()"
    if found is not None and isinstance(found[1], cst.Expr) and found[1].value is call:
        if not isinstance(named[0], (cst.Name, cst.Attribute)):
            return None
        if isinstance(named[0], cst.Name) and is_lost(bench, named[0].value, call):
            return None
        start = bench.text.span(call)[0]
        target = Change(start, start, f"{bench.code(named[0])} = ")
        return bench.patch(message, certainty(bench, call), [target, renamed])
    return bench.patch(message, "unsafe", [renamed])
