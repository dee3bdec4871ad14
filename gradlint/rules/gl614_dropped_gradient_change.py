"""GL614: A changed gradient that nobody keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "gradient-change-dropped": Wording(
        "`{fact.detail}` returns a changed copy, which is discarded here: the gradient stays unchanged",
        "use the method that writes in place: {fact.detail}_(...)",
        "result discarded",
        Severity.ERROR,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)


def fix(bench: Bench) -> Patch | None:
    """The method that writes in place."""
    call = bench.node.value if isinstance(bench.node, cst.Expr) else None
    func = call.func if isinstance(call, cst.Call) else None
    if not isinstance(func, cst.Attribute) or func.attr.value == "where":
        return None
    change = Change(*bench.text.span(func.attr), f"{func.attr.value}_")
    return bench.patch("Write into the gradient", "unsafe", [change])
