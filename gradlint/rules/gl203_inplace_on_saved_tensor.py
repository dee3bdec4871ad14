"""GL203: Memory that backward needs is overwritten before backward runs."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.facts import Write
from gradlint.analysis.monitors.freed_graph import surely_recorded
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.saved_writes import fix_saved_write
from gradlint.rules.shared.writes import requires_grad, writes_leaf


def detect(program: Program) -> Iterator[Draft]:
    for clobber in program.flow.clobbers:
        write = clobber.write
        if write.silent or _raises_at_once(write):
            continue
        # Somebody will differentiate what a module with parameters returns; of anything else nobody knows.
        returned, recorded = clobber.sink.kind == "forward", surely_recorded(clobber.saver)
        if returned and (not recorded or write.name.startswith("dropout")):
            continue  # with a rate of zero, dropout writes nothing
        at_sink = write.how == "step"
        node = clobber.sink.place.node if at_sink else write.place.node
        saver = clobber.saver.op.removesuffix("_")
        labels = [
            DraftLabel(
                "note", f"{saver} keeps its {clobber.what} for the backward pass", clobber.saver.place.node
            )
        ]
        if not at_sink:
            asked = (
                "what is returned will be differentiated"
                if returned
                else "backward() needs the old value here"
            )
            labels.append(DraftLabel("asked", asked, clobber.sink.place.node))
        else:
            labels.append(DraftLabel("note", "the optimizer overwrites the weights here", write.place.node))
        yield Draft(
            node,
            f"{'backward after step()' if at_sink else 'in-place write'}: one of the variables needed for gradient "
            f"computation has been modified by an inplace operation (saved by {saver})",
            "call step() after all backward() calls" if at_sink else "use the out-of-place operation",
            "torch",
            Severity.ERROR if recorded and not returned else Severity.WARNING,
            tuple(label for label in labels if label.node is not node),
            "overwrites a value that backward() needs"
            if not at_sink
            else "gradient requested here, but the weights have changed",
            about=clobber,
        )


def _raises_at_once(write: Write) -> bool:
    """The write itself fails, so nothing later can."""
    view = write.target.view
    if not write.recording or not requires_grad(write.target):
        return False
    return write.target.leaf or writes_leaf(write) or (view is not None and view.kind == "multi")


def fix(bench: Bench) -> Patch | None:
    return fix_saved_write(bench)
