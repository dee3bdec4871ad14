"""A finding that only shows another one is mended together with it."""

from __future__ import annotations

from gradlint.fixes.bench import CUTS, Bench
from gradlint.fixes.patch import Patch
from gradlint.flow.losses import Break
from gradlint.records import replace


def mending_the_cut(bench: Bench, broken: Break) -> Patch | None:
    """The fix for the place where the gradient was really lost."""
    fixer = CUTS.get(broken.reason)
    if fixer is None:
        return None
    tape = broken.sink.recorder.place
    # What runs in a helper is moved into the tape by moving the helper's call.
    outside = broken.reason == "outside" and tape is not None
    node = broken.cut.place.at_depth(len(tape.stack)) if outside and tape else broken.cut.place.node
    return fixer(
        Bench(replace(bench.draft, node=node, about=broken), bench.program, bench.text, bench.imports)
    )
