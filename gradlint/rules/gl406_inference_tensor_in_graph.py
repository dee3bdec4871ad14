"""GL406: A tensor made under inference_mode is needed for backward."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import InferenceTensorSaved
from gradlint.analysis.project.syntax import walk
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_INFERENCE: Wordings = {
    InferenceTensorSaved: Wording(
        "{fact.name} has to save a tensor that was created under inference_mode: RuntimeError: Inference "
        "tensors cannot be saved for backward",
        "create the tensor under torch.no_grad(), or clone() it first",
        "saved here",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _INFERENCE)


def fix(bench: Bench) -> Patch | None:
    name = bench.name("torch.no_grad")
    modes = [
        node
        for node in walk(bench.text.module)
        if isinstance(node, (cst.Name, cst.Attribute)) and bench.called(node) == "torch.inference_mode"
        and not isinstance(bench.text.parent(node), (cst.Attribute, cst.ImportAlias))
    ]  # fmt: skip
    if name is None or len(modes) != 1:
        return None
    call = bench.text.parent(modes[0])
    if isinstance(call, cst.Call) and call.args:
        return None
    written = name if isinstance(call, cst.Call) else f"{name}()"
    return bench.patch("Create the tensor under torch.no_grad()", "safe", [bench.replace(modes[0], written)])
