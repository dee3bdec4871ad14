"""GL802: A rule that forgets the chain rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Handwritten, Mistake
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.handwritten import Words, certainty, drafts, made, returned
from gradlint.rules.shared.patch import Change, Patch

# -- GL802 --------------------------------------------------------------------------------


def _ignored(fact: Handwritten) -> Words:
    return (
        f"the gradient of {fact.name} does not use `{', '.join(fact.names)}`: "
        "the gradient is wrong by that factor wherever the result is used",
        "the upstream gradient is lost here",
        f"multiply by {fact.names[0]}" if len(fact.names) == 1 else "multiply by the upstream gradient",
    )


def _partly_ignored(fact: Handwritten) -> Words:
    return (
        f"one of the gradients of {fact.name} does not use `{', '.join(fact.names)}`: "
        "the gradient is wrong by that factor",
        "the upstream gradient is lost for one input",
        "multiply every gradient by the upstream gradient",
    )


def _swapped_arguments(fact: Handwritten) -> Words:
    first, second = fact.names
    return (
        f"bwd of {fact.name} is called as bwd(residuals, cotangent): here `{first}` is the residuals and "
        f"`{second}` the cotangent",
        "swapped",
        f"take ({second}, {first})",
    )


def detect(program: Program) -> Iterator[Draft]:
    wording: dict[Mistake, Callable[[Handwritten], Words]] = {
        "ignored": _ignored,
        "partly-ignored": _partly_ignored,
        "swapped-arguments": _swapped_arguments,
    }
    return drafts(program, wording, certainty)


# -- GL802 --------------------------------------------------------------------------------


def _times_upstream(bench: Bench, fact: Handwritten) -> Patch | None:
    value = returned(bench)
    if value is None or len(fact.names) != 1:
        return None
    parts = value.elements if isinstance(value, cst.Tuple) else None
    wanted = [each.value for each in parts] if parts is not None else [value]
    changes: list[Change | None] = [
        Change(*bench.text.span(each), f"{bench.operand(each)} * {fact.names[0]}")
        for each in wanted
        if not (isinstance(each, cst.Name) and each.value == "None")
    ]
    return bench.patch("Multiply by the upstream gradient", "unsafe", changes)


def _swap_arguments(bench: Bench, fact: Handwritten) -> Patch | None:
    function = bench.node
    given = function.params.params if isinstance(function, (cst.FunctionDef, cst.Lambda)) else ()
    if len(given) != 2:
        return None
    first, second = (each.name for each in given)
    changes = [bench.replace(first, second.value), bench.replace(second, first.value)]
    return bench.patch("Take the residuals first", "safe", changes)


def fix(bench: Bench) -> Patch | None:
    return made(bench, {"ignored": _times_upstream, "swapped-arguments": _swap_arguments})
