"""GL612: Gradients that each process keeps to itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "past-wrapper": Wording(
        "the forward pass bypasses the wrapper: its hooks do not fire, and each process trains its own copy",
        "call the wrapped model; call other methods from its forward",
        "called without the wrapper",
        Severity.WARNING,
        "wrapped here",
    ),
    "changed-after-wrap": Wording(
        "these weights began to require grad, or were made, after the model was wrapped: their "
        "gradients are not averaged",
        "unfreeze or replace first, then wrap",
        "unknown to the wrapper",
        Severity.WARNING,
        "wrapped here",
    ),
    "never-synchronised": Wording(
        "every backward() since the last step ran under no_sync(): the gradients are those of this "
        "process alone",
        "leave the last micro-batch before step() outside no_sync()",
        "steps with local gradients",
        Severity.WARNING,
    ),
    "grad-past-hooks": Wording(
        "torch.autograd.grad stores nothing in .grad, so no hook of DDP fires: the gradients are local",
        "call loss.backward(), or all_reduce the result and divide by the number of processes",
        "local gradients",
        Severity.WARNING,
    ),
    "unused-parameters": Wording(
        "some parameters of this model take no part in the loss: the next forward pass raises "
        "RuntimeError: Expected to have finished reduction",
        "pass find_unused_parameters=True, or freeze or remove these parameters before wrapping",
        "waits for every parameter",
        Severity.WARNING,
    ),
    "summed-over-processes": Wording(
        "all_reduce adds up the gradients and nothing divides them: the step grows with the number of processes",
        "divide by dist.get_world_size(), or use op=dist.ReduceOp.AVG",
        "the sum over all processes",
        Severity.WARNING,
        "used by this step",
    ),
    "unaveraged-replicas": Wording(
        "the weights move by the gradient of this device alone: the replicas drift apart",
        "average first: grads = jax.lax.pmean(grads, axis_name)",
        "moves by local gradients",
        Severity.WARNING,
        "mapped over the devices here",
    ),
    "unprepared-model": Wording(
        "a model was not given to accelerator.prepare: each process trains its own copy of it",
        "pass this model to accelerator.prepare as well",
        "gradients of an unprepared model",
        Severity.WARNING,
        "these weights are not prepared",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)


def fix(bench: Bench) -> Patch | None:
    """The wrapper is told that some parameters may take no part."""
    about, call = bench.draft.about, bench.node
    if not isinstance(about, Fault) or about.kind != "unused-parameters" or not isinstance(call, cst.Call):
        return None
    change = bench.set_argument(call, "find_unused_parameters", "True")
    return bench.patch("Look for unused parameters", "unsafe", [change])
