"""GL503: The gradient of a gradient needs the first one to be recorded."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import InnerGradientOutside
from gradlint.analysis.project.syntax import walk
from gradlint.rules.shared import moves
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import between, may_pass
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_INNER: Wordings = {
    InnerGradientOutside: Wording(
        "the inner gradient is computed outside the outer tape: the second derivative is None",
        "call inner.gradient() inside the outer `with` block",
        "cut here: the outer tape is not recording",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _INNER)


def fix(bench: Bench) -> Patch | None:
    """The call goes to the end of the outer block, behind the inner one."""
    line = bench.text.alone(bench.node)
    call = next((each for each in walk(bench.node) if isinstance(each, cst.Call) and method(each)), None)
    receiver = method(call)[0] if call is not None else None  # type: ignore[index]
    if line is None or receiver is None:
        return None
    for block in walk(bench.text.function(line)):
        if not isinstance(block, cst.With) or not any(
            item.asname is not None and item.asname.name.deep_equals(receiver) for item in block.items
        ):
            continue
        outer = next((each for each in bench.text.up(block) if isinstance(each, cst.With)), None)
        last = moves.last_of(outer) if outer is not None else None
        if outer is not None and last is not None:
            passed = between(bench, outer, line)
            changes = moves.below(bench, [line], last)
            certain = passed is not None and may_pass(line, passed)
            return bench.patch(
                "Take the gradient inside the outer tape", "safe" if certain else "unsafe", changes
            )
    return None
