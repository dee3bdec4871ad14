"""GL204: A write through a view that several elements or several views share."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.facts import Write
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.saved_writes import fix_saved_write
from gradlint.rules.shared.writes import requires_grad

_SAME_FOR_ALL = frozenset("fill_ zero_ masked_fill_ index_fill_ index_put_ fill_diagonal_".split())
"""PyTorch lets these write one value to many places at once."""


def detect(program: Program) -> Iterator[Draft]:
    for write in program.flow.writes:
        view = write.target.view
        if view is None:
            continue
        if view.kind == "expand" and write.how != "item" and write.name not in _SAME_FOR_ALL:
            yield _shared(
                write,
                "in-place write to an expanded tensor raises RuntimeError: unsupported operation: more than one "
                "element of the written-to tensor refers to a single memory location",
                "add .clone() after expand",
                "one memory cell stands for many elements",
                Severity.ERROR if write.target.shape is not None else Severity.WARNING,
            )
        elif view.kind == "multi" and write.recording and requires_grad(write.target):
            yield _shared(
                write,
                "in-place write to one of several views raises RuntimeError: This view is the output of a function "
                "that returns multiple views",
                "use the out-of-place operation: a = a + 1",
                "one of several views of the same tensor",
                Severity.ERROR,
            )
        elif view.kind == "view" and view.paused and _is_recorded(write):
            yield _shared(
                write,
                "in-place write to a view that was taken under no_grad raises RuntimeError: A view was created in "
                "no_grad mode and is being modified inplace with grad mode enabled",
                "take the view where gradients are recorded, or write under no_grad as well",
                "a view from where nothing was recorded",
                Severity.ERROR if write.certain else Severity.WARNING,
            )
        elif write.stale and write.recording and write.value_tracked:
            yield _shared(
                write,
                "this view was taken before a write through another view brought a gradient into the same memory: "
                "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation",
                "write through the base tensor: base[...] = value",
                "a stale view",
                Severity.ERROR,
            )


def _is_recorded(write: Write) -> bool:
    """A gradient would have to come through the view: by the value, or by what it is a view of."""
    based = write.base is not None and requires_grad(write.base) and not write.base.maybe
    return (
        write.recording and not write.silent and not write.target.inference and (write.value_tracked or based)
    )


def _shared(write: Write, message: str, help_: str, cut: str, severity: Severity) -> Draft:
    return Draft(write.place.node, message, help_, "torch", severity, (), cut, about=write)


def fix(bench: Bench) -> Patch | None:
    return fix_saved_write(bench)
