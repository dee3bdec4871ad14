"""GL321: A generator of parameters that somebody has read to its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import bindings
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "exhausted-generator": Wording(
        "this generator of parameters was already consumed: it is empty here, and nothing happens",
        "keep the parameters in a list: list(model.parameters())",
        "empty here",
        Severity.ERROR,
        "consumed here",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)


def fix(bench: Bench) -> Patch | None:
    """A list in place of the generator, where the name that is read twice is bound once in this function."""
    for name in (each for each in walk(bench.node) if isinstance(each, cst.Name)):
        bound = bindings(bench, name)
        made = bound[0] if len(bound) == 1 else None
        if isinstance(made, cst.Assign) and len(made.targets) == 1 and _is_generator(made.value):
            listed = f"list({bench.bare(made.value)})"
            return bench.patch(
                f"Keep `{name.value}` in a list", "unsafe", [Change(*bench.text.span(made.value), listed)]
            )
    return None


def _is_generator(value: cst.BaseExpression) -> bool:
    if isinstance(value, cst.GeneratorExp):
        return True
    found = method(value)
    if found is not None:
        return found[1] in ("parameters", "chain", "from_iterable")
    return isinstance(value, cst.Call) and dotted(value.func) in ("filter", "map", "chain", "itertools.chain")
