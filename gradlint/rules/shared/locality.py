"""Where the guilty operation stands, and who else depends on it: a fix is written there or not at all."""

from __future__ import annotations

from gradlint.analysis.lost_gradients.lost import Break
from gradlint.core.records import replace
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.patch import Patch


def by_its_callers(bench: Bench, patch: Patch) -> Patch:
    """A fix that lets a gradient through changes what a function hands out.

    In PyTorch everybody who calls that function gets the new value, so that the fix is certain only where
    the same function asks for the gradient. In JAX the gradient of a function is always requested outside.
    """
    broken = bench.draft.about
    if patch.applicability != "safe" or not isinstance(broken, Break) or broken.sink.recorder.kind != "torch":
        return patch
    sink, text = broken.sink.place, bench.text
    if sink.file is broken.cut.place.file and text.function(broken.cut.place.node) is text.function(
        sink.node
    ):
        return patch
    return replace(patch, applicability="unsafe")
