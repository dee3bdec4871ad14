"""GL109: A test that a tracer never passes sends the gradient down another branch."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import HostCall
from gradlint.analysis.domain.misuses import Misuse, TypeGate
from gradlint.analysis.project.syntax import elements, walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    for misuse in program.flow.misuses:
        if isinstance(misuse, TypeGate):
            yield _gate(
                misuse,
                "isinstance() is False for a traced array: the other branch is differentiated",
            )
    for call in program.flow.host_calls:
        if call.needs_value and call.guarded:
            yield _gate(
                call,
                f"{call.name} raises on a traced array, and the except branch silently takes over",
            )


def _gate(fact: Misuse | HostCall, message: str) -> Draft:
    return Draft(
        fact.place.node,
        message,
        "test for jax.Array, or drop the test",
        "jax",
        Severity.WARNING,
        (),
        "a traced array takes the other branch",
        about=fact,
    )


def fix(bench: Bench) -> Patch | None:
    call = bench.node
    if isinstance(bench.draft.about, HostCall):
        inside = positional(call, 0) if isinstance(call, cst.Call) else None
        if inside is None or not isinstance(call, cst.Call):
            return None
        return bench.patch("Keep the array", "unsafe", bench.become(call, inside))
    test = next((node for node in walk(call) if isinstance(node, cst.Call) and _is_gate(node)), None)
    kinds = positional(test, 1) if test is not None else None
    array = bench.name("jax.Array")
    if kinds is None or array is None:
        return None
    known = elements(kinds)
    parts = [bench.code(each) for each in known] if known is not None else [bench.code(kinds)]
    start, end = bench.text.span(kinds)
    written = f"({', '.join([*parts, array])})"
    return bench.patch("Let a traced array pass", "unsafe", [Change(start, end, written)])


def _is_gate(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Name) and call.func.value == "isinstance"
