"""GL508: while_loop runs an unknown number of times: nothing to go back through."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import UnreversibleLoop
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.core.records import replace
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_UNREVERSIBLE: Wordings = {
    UnreversibleLoop: Wording(
        "Reverse-mode differentiation does not work for lax.while_loop",
        "use lax.scan or a fori_loop with a fixed number of iterations, or forward mode (jax.jacfwd)",
        "cut here: the number of steps is not known",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    for draft in worded(program, _UNREVERSIBLE):
        assert isinstance(draft.about, UnreversibleLoop)
        if _is_gone_back_through(program, draft.about):
            yield draft if draft.about.certain else replace(draft, severity=Severity.WARNING)


def _is_gone_back_through(program: Program, loop: UnreversibleLoop) -> bool:
    """Whether a gradient arrives at the loop: what is stopped behind it asks for none."""
    stack = [target for sink in program.flow.sinks if sink.kind == "jax" for target in sink.targets]
    seen = set(stack)
    if not stack or not loop.results:
        return True
    while stack:
        here = stack.pop()
        if here in loop.results:
            return True
        if here.cut is not None:
            continue
        fresh = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return False


def fix(bench: Bench) -> Patch | None:
    """Forward mode goes through any loop."""
    grads = [
        node
        for node in walk(bench.text.module)
        if isinstance(node, cst.Call) and bench.called(node.func) == "jax.grad"
    ]
    name = bench.name("jax.jacfwd")
    if len(grads) != 1 or name is None:
        return None
    return bench.patch("Use forward mode", "unsafe", [bench.replace(grads[0].func, name)])
