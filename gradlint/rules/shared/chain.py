"""A finding that only shows another one is fixed together with it."""

from __future__ import annotations

from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.lost_gradients.path_queries import Reason
from gradlint.core.records import replace
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.patch import Patch

FIXED_BY: dict[Reason, str] = {
    "numpy": "GL101",
    "conversion": "GL102",
    "buffer": "GL103",
    "scalar": "GL104",
    "copy": "GL105",
    "data": "GL401",
    "stop": "GL401",
    "paused": "GL402",
    "integer": "GL403",
    "zero": "GL403",
    "shuffle": "GL403",
    "sample": "GL405",
    "outside": "GL501",
}
"""The rule whose fix restores a gradient that was lost for this reason."""


def fix_of_the_cut(bench: Bench, broken: Break) -> Patch | None:
    """The fix for the place where the gradient was really lost."""
    fixer = bench.fixer(FIXED_BY.get(broken.reason, ""))
    if fixer is None:
        return None
    tape = broken.sink.recorder.place
    # What runs in a helper is moved into the tape by moving the helper's call.
    outside = broken.reason == "outside" and tape is not None
    node = broken.cut.place.at_depth(len(tape.stack)) if outside and tape else broken.cut.place.node
    return fixer(
        Bench(
            replace(bench.draft, node=node, about=broken),
            bench.program,
            bench.text,
            bench.imports,
            bench.fixer,
        )
    )
