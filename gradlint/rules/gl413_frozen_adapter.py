"""GL413: Adapters that are frozen or switched off where they should learn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.analysis.monitors.weights.adapters import SOME_HEAD
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "frozen-adapter": Wording(
        "the adapter is frozen here: nothing in the model is left to train",
        "pass is_trainable=True to from_pretrained; freeze the base model before get_peft_model, "
        'or leave out names with "lora_"',
        "freezes the adapter",
        Severity.WARNING,
        "gradient requested here",
    ),
    "adapter-off": Wording(
        "the adapters are off inside disable_adapter(): nothing in this forward pass can be trained",
        "keep only the reference pass inside disable_adapter()",
        "computed without the adapters",
        Severity.WARNING,
        "gradient requested here",
    ),
    "frozen-head": Wording(
        "the new head of the model is frozen with everything else and keeps its random weights",
        "pass {fact.detail} to the configuration: that trains the head as well",
        "leaves the head out",
        Severity.WARNING,
        "everything else is frozen here",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)


def fix(bench: Bench) -> Patch | None:
    """Name the new head in the configuration; with its own learning rate it may still want more than that."""
    about, node = bench.draft.about, bench.node
    if not isinstance(about, Fault) or about.kind != "frozen-head" or about.detail == SOME_HEAD:
        return None
    if not isinstance(node, cst.Call) or any(arg.star for arg in node.args):
        return None
    return bench.patch("Train the new head as well", "unsafe", [bench.add_argument(node, about.detail)])
