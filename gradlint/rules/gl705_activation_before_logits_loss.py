"""GL705: An activation too many or too few in front of the loss."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients import loss_functions
from gradlint.analysis.lost_gradients.loss_functions import loss_input, wrong_activation
from gradlint.analysis.lost_gradients.op_kinds import plain
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability, Severity
from gradlint.core.records import replace
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import is_unchanged, targets, uses
from gradlint.rules.shared.numerics import numeric_draft
from gradlint.rules.shared.patch import Change, Patch

_GIVEN = {
    "softmax": "a softmax",
    "sigmoid": "a sigmoid",
    "log_softmax": "a log-softmax",
    "log_sigmoid": "a log-sigmoid",
    "relu": "a relu, which has no upper bound and no gradient below zero",
    "raw": "the output of a layer without activation",
}


def detect(program: Program) -> Iterator[Draft]:
    for node, passage in program.lost.carrying.items():
        found = loss_functions.wrong_activation(node)
        if loss_functions.over_one_class(node):
            yield numeric_draft(node, passage, _one_class(node), _SEVERAL, Severity.WARNING)
        elif found is not None:
            severity = Severity.INFO if found.repaired else Severity.WARNING
            draft = numeric_draft(node, passage, _mismatch(node, found), _remedy(found), severity)
            yield replace(draft, form=found.wants)


_SEVERAL = "use the binary crossentropy for one unit, or one unit per class"


def _one_class(node: Node) -> str:
    name = node.op.rpartition(".")[2]
    return (
        f"{name} compares classes and is given a single unit: the model does not learn to tell classes apart"
    )


def _mismatch(node: Node, found: loss_functions.Mismatch) -> str:
    message = f"{node.op.rpartition('.')[2]} expects {found.wants} but is given {_GIVEN[found.given]}"
    if found.repaired:
        return (
            f"{message}: Keras uses the logits instead here; on another backend, or after a TensorFlow "
            "function that runs eagerly, the gradient is squashed"
        )
    return f"{message}: the gradient is {'squashed' if found.wants == 'logits' else 'wrong'}"


def _remedy(found: loss_functions.Mismatch) -> str:
    if found.wants == "logits":
        return f"pass what goes into the {found.given}"
    if found.wants == "probabilities":
        return "pass probabilities, or use the loss that takes logits"
    return "apply log_softmax first, or use the loss that takes logits"


_OTHER_LOSS = {
    "torch.nn.BCELoss": "torch.nn.BCEWithLogitsLoss",
    "torch.nn.NLLLoss": "torch.nn.CrossEntropyLoss",
    "torch.nn.functional.binary_cross_entropy": "torch.nn.functional.binary_cross_entropy_with_logits",
    "torch.nn.functional.nll_loss": "torch.nn.functional.cross_entropy",
}
"""The loss that applies the activation which the program leaves out."""


def fix(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    found = wrong_activation(about) if isinstance(about, Node) else None
    given = loss_input(about) if isinstance(about, Node) else None
    if found is None or given is None:
        return None
    made = plain(given[1]).place.node
    if found.wants == "logits":
        return _without_activation(bench, made)
    if found.given == "raw":
        return _with_logits(bench, call)
    if found.wants == "log-probabilities" and found.given == "softmax":
        return _logarithm(bench, made)
    return None


def _without_activation(bench: Bench, made: cst.CSTNode) -> Patch | None:
    """The argument of the activation goes to the loss; where the activation is a layer, the layer goes."""
    if not isinstance(made, cst.Call):
        return None
    value = _argument(bench, made)
    if value is None:
        return _without_layer(bench)
    if any(each is made for each in walk(bench.node)):
        return bench.patch("Pass the logits", "safe", bench.become(made, value))
    passed = _passed_by_name(bench, made, value)
    if passed is not None:
        return bench.patch("Pass the logits", "safe", passed)
    return bench.patch("Leave the activation out", "unsafe", bench.become(made, value))


def _passed_by_name(bench: Bench, made: cst.Call, value: cst.BaseExpression) -> list[Change | None] | None:
    """`p = softmax(x)` and further down `loss(p, y)`: there, x. What is not a variable yet becomes one.

    Both have to stand in one block, so that the one is always what the other is given, and nothing
    in between may bind either name anew.
    """
    line, place = bench.text.alone(made), bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    target = next(targets(statement), None) if statement is not None else None
    if line is None or place is None or not isinstance(statement, cst.Assign) or statement.value is not made:
        return None
    if not isinstance(target, cst.Name) or len(statement.targets) != 1:
        return None
    simple = isinstance(value, cst.Name)
    name = bench.code(value) if simple else "logits"
    known = bench.text.names(bench.text.function(made)).get(name, [])
    if not is_unchanged(bench, {target.value, name}, line, place) or (known and not simple):
        return None
    if target.value == name:
        return None  # the logits are gone by then
    changes: list[Change | None] = [
        bench.replace(each, name) for each in walk(bench.node) if each.deep_equals(target)
    ]
    if not simple:
        changes += [bench.before(line, f"{name} = {bench.argument(value)}"), bench.replace(value, name)]
    return changes


def _argument(bench: Bench, call: cst.Call) -> cst.BaseExpression | None:
    """x of `x.softmax(1)` and of `torch.softmax(x, 1)`; None for a layer."""
    found = method(call)
    if found is not None and found[1] in ("softmax", "sigmoid") and not _is_layer(bench, call.func):
        return found[0] if not bench.called(call.func) else positional(call, 0)
    short = bench.called(call.func).rpartition(".")[2]
    return positional(call, 0) if short in ("softmax", "sigmoid") else None


def _is_layer(bench: Bench, function: cst.BaseExpression) -> bool:
    """`self.softmax`, or the attribute of another module: something that was assigned, not a tensor's method."""
    assert isinstance(function, cst.Attribute)
    return bench.code(function.value) == "self" or any(
        isinstance(target, cst.Attribute) and target.attr.value == function.attr.value
        for each in walk(bench.text.module)
        for target in targets(each)
    )


def _without_layer(bench: Bench) -> Patch | None:
    """The only softmax or sigmoid layer of the file."""
    layers = [
        node
        for node in walk(bench.text.module)
        if isinstance(node, cst.Call)
        and bench.called(node.func) in ("torch.nn.Softmax", "torch.nn.Sigmoid", "keras.layers.Softmax")
    ]
    options = [
        (node, flag)
        for node in walk(bench.text.module)
        if isinstance(node, cst.Call)
        and (flag := keyword(node, "activation")) is not None
        and bench.code(flag.value).strip("\"'") in ("softmax", "sigmoid")
    ]
    if len(layers) + len(options) != 1:
        return None
    if options:
        return bench.patch("Leave the activation out", "unsafe", [bench.drop_argument(*options[0])])
    place = bench.text.parent(layers[0])
    outer = bench.text.parent(place) if isinstance(place, cst.Arg) else None
    if isinstance(place, cst.Arg) and isinstance(outer, cst.Call):
        return bench.patch("Leave the activation out", "unsafe", [bench.drop_argument(outer, place)])
    return bench.patch("Leave the activation out", "unsafe", _identity(bench, layers[0]))


def _identity(bench: Bench, layer: cst.Call) -> list[Change | None]:
    name = bench.name("torch.nn.Identity")
    return [bench.replace(layer, f"{name}()") if name is not None else None]


def _with_logits(bench: Bench, call: cst.CSTNode) -> Patch | None:
    """The loss that takes logits."""
    made = _constructor(bench, call)
    name = bench.called(made.func) if made is not None else ""
    if made is None:
        return None
    if name in _OTHER_LOSS:
        other = bench.name(_OTHER_LOSS[name])
        sure: Applicability = "safe" if _is_called_once(bench, call, made) else "unsafe"
        return (
            bench.patch("Use the loss that takes logits", sure, [bench.replace(made.func, other)])
            if other
            else None
        )
    if name.startswith("keras.losses."):
        if name.rpartition(".")[2].replace("_", "").lower() not in _TAKES_LOGITS:
            return None
        change = bench.set_argument(made, "from_logits", "True")
        certain = _is_called_once(bench, call, made)
        return bench.patch("Mark these as logits", "safe" if certain else "unsafe", [change])
    return _compiled(bench, made)


def _is_called_once(bench: Bench, call: cst.CSTNode, made: cst.Call) -> bool:
    """Nobody else hands something to the same loss: it might be probabilities."""
    if made is call or (isinstance(call, cst.Call) and call.func is made):
        return True
    assert isinstance(call, cst.Call)
    short = call.func.attr.value if isinstance(call.func, cst.Attribute) else bench.code(call.func)
    reads = [
        each
        for each in walk(bench.text.module)
        if isinstance(each, cst.Name) and each.value == short
        and not isinstance(bench.text.parent(bench.text.parent(each) or each), cst.AssignTarget)
        and not isinstance(bench.text.parent(each), cst.AssignTarget)
    ]  # fmt: skip
    return len(reads) == 1


_TAKES_LOGITS = frozenset({"binarycrossentropy", "categoricalcrossentropy", "sparsecategoricalcrossentropy"})
"""The losses of Keras that can be told so, as classes and as functions."""


def _compiled(bench: Bench, call: cst.Call) -> Patch | None:
    """`loss="binary_crossentropy"` in compile()."""
    loss = keyword(call, "loss")
    if loss is None or not isinstance(loss.value, cst.SimpleString):
        return None
    kind = bench.code(loss.value).strip("\"'").title().replace("_", "")
    name = bench.name(f"keras.losses.{kind}")
    if name is None or kind.lower() not in _TAKES_LOGITS:
        return None
    return bench.patch(
        "Mark these as logits", "safe", [bench.replace(loss.value, f"{name}(from_logits=True)")]
    )


def _constructor(bench: Bench, call: cst.CSTNode) -> cst.Call | None:
    """Where the loss was made: on the spot, or where its name was bound."""
    if not isinstance(call, cst.Call):
        return None
    if isinstance(call.func, cst.Call):
        return call.func
    if bench.called(call.func):
        return call
    for node in walk(bench.text.module):
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Call):
            if any(target.target.deep_equals(call.func) for target in node.targets):
                return node.value
    return call


def _logarithm(bench: Bench, made: cst.CSTNode) -> Patch | None:
    """log_softmax in place of softmax, which is certain where nobody but the loss sees the result."""
    if not isinstance(made, cst.Call) or _argument(bench, made) is None:
        return None
    if not isinstance(made.func, cst.Attribute) or made.func.attr.value != "softmax":
        return None
    line = bench.text.alone(made)
    statement = line.body[0] if line is not None else None
    target = next(targets(statement), None) if statement is not None else None
    nested = any(each is made for each in walk(bench.node))
    alone = isinstance(target, cst.Name) and len(uses(bench, target.value, made)) == 2
    here = bench.text.function(made) is bench.text.function(bench.node)
    sure: Applicability = "safe" if nested or (alone and here) else "unsafe"
    return bench.patch("Use log_softmax", sure, [bench.replace(made.func.attr, "log_softmax")])
