"""GL102: A tensor is turned into an ndarray or a list and the gradient with it."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.knowledge.names.operations import Op
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.broken import broken_draft
from gradlint.rules.shared.draft import Draft, Program, story
from gradlint.rules.shared.evidence import copied_by, is_only_computed_with, may_be_a_list
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.translate import behind, break_at, path_changes


def detect(program: Program) -> Iterator[Draft]:
    for call in program.flow.host_calls:
        if call.how == "conversion" and call.requires_grad:
            yield Draft(
                call.place.node,
                f"{call.name} on a tensor that requires grad raises RuntimeError: Can't call numpy() on Tensor "
                "that requires grad",
                "stay in torch, or write .detach().numpy() if no gradient is needed",
                "torch",
                Severity.ERROR if call.certain else Severity.WARNING,
                story(call.array.node, None),
                "cut here: a NumPy array carries no gradient",
                about=call,
            )
        elif call.how == "conversion" and call.symbolic:
            yield Draft(
                call.place.node,
                f"{call.name} inside a tf.function raises: a symbolic tensor has no value yet",
                "stay in TensorFlow here and convert outside the tf.function",
                "tensorflow",
                Severity.ERROR,
                (),
                "cut here: the tensor has no value while the function is traced",
                about=call,
            )
    for broken in program.lost.breaks:
        if broken.reason == "conversion":
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{_call_name(broken)} turns {_what(broken)} into plain numbers",
                "cut here: plain numbers carry no gradient",
                _conversion_help(broken),
            )


def _call_name(broken: Break) -> str:
    op = broken.cut.op
    return op if "." in op else f".{op}()"


def _what(broken: Break) -> str:
    return "the weights" if broken.cut.op == Op.GET_WEIGHTS else "a recorded tensor"


def _conversion_help(broken: Break) -> str:
    if broken.cut.op == Op.GET_WEIGHTS:
        return "use .trainable_variables, which the tape follows"
    return "drop the conversion and use the tensor itself"


def _in_numpy(nodes: list[Node]) -> bool:
    return any(node.op.startswith("numpy.") for node in nodes)


def fix(bench: Bench) -> Patch | None:
    call, framework = bench.node, bench.draft.framework
    if not isinstance(call, cst.Call):
        return None
    found = method(call)
    broken = break_at(bench)
    if found is not None and found[1] == "get_weights":
        name = bench.replace(call, f"{bench.code(found[0])}.weights")
        return bench.patch("Use the variables themselves", "unsafe", [name])
    inside = found[0] if found is not None and found[1] in ("numpy", "tolist") else positional(call, 0)
    if inside is None or copied_by(bench, call) is not None:
        return None
    if broken is None and framework == "torch" and not _differentiated(bench, call):
        if may_be_a_list(bench, inside):
            return None
        change = Change(*bench.text.span(inside), f"{bench.operand(inside)}.detach()")
        return bench.patch("Detach first", "safe", [change])
    chopped = found is not None and inside is found[0]
    drop = [bench.chop(call, inside)] if chopped else bench.become(call, inside)
    nodes = behind(bench, broken) if broken is not None else []
    rest = path_changes(bench, nodes, framework)
    if rest is None:
        return None
    shaped = found is None or found[1] != "tolist"  # a list is added to and multiplied in its own way
    certain = shaped and not _in_numpy(nodes) and is_only_computed_with(bench, call)
    return bench.patch("Use the tensor itself", "safe" if certain else "unsafe", [*rest, *drop])


def _differentiated(bench: Bench, call: cst.CSTNode) -> bool:
    """The name that the result is bound to has backward() called on it: an array cannot have been meant."""
    line = bench.text.alone(call)
    statement = line.body[0] if line is not None else None
    if not isinstance(statement, cst.Assign) or not isinstance(statement.targets[0].target, cst.Name):
        return False
    name = statement.targets[0].target.value
    calls = (method(node) for node in walk(bench.text.function(call)))
    return any(
        found is not None
        and found[1] == "backward"
        and isinstance(found[0], cst.Name)
        and found[0].value == name
        for found in calls
    )
