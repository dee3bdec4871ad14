"""GL611: Gradient accumulation of Accelerate and Trainer that loses, repeats or misses a division."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "accumulated-cleared": Wording(
        "zero_grad() comes before backward() in accumulate(): in the iteration that steps, this discards "
        "the accumulated gradients",
        "call optimizer.zero_grad() after optimizer.step(), at the end of the block",
        "clears the accumulated gradients",
        Severity.WARNING,
        "only this micro-batch is left",
    ),
    "micro-batches-cleared": Wording(
        "zero_grad() in every micro-batch throws away what was accumulated: step() sees the last one alone",
        "call zero_grad() where the step is taken, after it",
        "clears what was accumulated",
        Severity.WARNING,
        "the step comes only every so often",
    ),
    "accumulated-clipped": Wording(
        "the gradient is clipped in every micro-batch, before it is complete",
        "clip under `if accelerator.sync_gradients:`",
        "clips an incomplete sum",
        Severity.WARNING,
    ),
    "accumulated-stepped": Wording(
        "this optimizer was not prepared, so it steps in every micro-batch",
        "pass the optimizer to accelerator.prepare",
        "steps in every micro-batch",
        Severity.WARNING,
    ),
    "accumulated-divided": Wording(
        "accelerator.backward() divides by the accumulation steps as well: the gradient is too "
        "small by that factor",
        "give accelerator.backward the plain mean loss",
        "divided here",
        Severity.WARNING,
        "divided again here",
    ),
    "accumulate-missing": Wording(
        "gradient_accumulation_steps divides every gradient, and without accumulate() every "
        "micro-batch steps",
        "wrap the body in `with accelerator.accumulate(model):`",
        "divided, and used at once",
        Severity.WARNING,
    ),
    "plain-backward": Wording(
        "loss.backward() bypasses the accelerator: the loss is not divided by the accumulation steps",
        "call accelerator.backward(loss)",
        "not divided",
        Severity.WARNING,
    ),
    "micro-batches-summed": Wording(
        "the Trainer adds up the gradients of this mean loss without dividing: the step grows with "
        "gradient_accumulation_steps",
        "divide a sum by num_items_in_batch, or set self.model_accepts_loss_kwargs = False",
        "a mean of each micro-batch",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)


def fix(bench: Bench) -> Patch | None:
    """The accelerator's own backward(), where the block around it names the accelerator."""
    about, call = bench.draft.about, bench.node
    found = method(call)
    if not isinstance(about, Fault) or about.kind != "plain-backward" or found is None:
        return None
    if not isinstance(call, cst.Call) or call.args or found[1] != "backward":
        return None
    for around in bench.text.up(call):
        items = around.items if isinstance(around, cst.With) else ()
        for item in items:
            owner = method(item.item)
            if owner is not None and owner[1] == "accumulate":
                written = f"{bench.code(owner[0])}.backward({bench.argument(found[0])})"
                return bench.patch("Let the accelerator divide", "unsafe", [bench.replace(call, written)])
    return None
