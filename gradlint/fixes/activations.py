"""GL705 mended: the loss is given what it applies its own activation to."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.graph import Node
from gradlint.flow.kinds import plain
from gradlint.flow.loss_inputs import loss_input, wrong_activation
from gradlint.flow.syntax import walk

_OTHER_LOSS = {
    "torch.nn.BCELoss": "torch.nn.BCEWithLogitsLoss",
    "torch.nn.NLLLoss": "torch.nn.CrossEntropyLoss",
    "torch.nn.functional.binary_cross_entropy": "torch.nn.functional.binary_cross_entropy_with_logits",
    "torch.nn.functional.nll_loss": "torch.nn.functional.cross_entropy",
}
"""The loss that applies the activation which the program leaves out."""


@fixes("GL705")
def activation(bench: Bench) -> Patch | None:
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
    inside = any(each is made for each in walk(bench.node))
    if value is not None and inside:
        return bench.patch("Pass the logits", "safe", bench.become(made, value))
    line = bench.text.alone(made)
    statement = line.body[0] if line is not None else None
    if value is not None and isinstance(statement, cst.Assign) and statement.value is made:
        target = statement.targets[0].target
        same = bench.text.function(made) is bench.text.function(bench.node)
        uses = [each for each in walk(bench.node) if each.deep_equals(target)] if same else []
        if uses:
            changes = [bench.replace(each, bench.code(value)) for each in uses]
            return bench.patch("Pass the logits", "safe", changes)
    if value is not None:
        return bench.patch("Leave the activation out", "unsafe", bench.become(made, value))
    return _without_layer(bench)


def _argument(bench: Bench, call: cst.Call) -> cst.BaseExpression | None:
    """x of `x.softmax(1)` and of `torch.softmax(x, 1)`; None for a layer."""
    found = method(call)
    if found is not None and found[1] in ("softmax", "sigmoid") and bench.code(found[0]) != "self":
        return found[0] if not bench.called(call.func) else positional(call, 0)
    short = bench.called(call.func).rpartition(".")[2]
    return positional(call, 0) if short in ("softmax", "sigmoid") else None


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
        return (
            bench.patch("Use the loss that takes logits", "safe", [bench.replace(made.func, other)])
            if other
            else None
        )
    if name.startswith("keras.losses."):
        change = bench.set_argument(made, "from_logits", "True")
        return bench.patch("Say that these are logits", "safe", [change])
    return _compiled(bench, made)


def _compiled(bench: Bench, call: cst.Call) -> Patch | None:
    """`loss="binary_crossentropy"` in compile()."""
    loss = keyword(call, "loss")
    if loss is None or not isinstance(loss.value, cst.SimpleString):
        return None
    kind = bench.code(loss.value).strip("\"'").title().replace("_", "")
    name = bench.name(f"keras.losses.{kind}")
    if name is None:
        return None
    return bench.patch(
        "Say that these are logits", "safe", [bench.replace(loss.value, f"{name}(from_logits=True)")]
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
    """log_softmax in place of softmax."""
    if not isinstance(made, cst.Call):
        return None
    if isinstance(made.func, cst.Attribute) and made.func.attr.value == "softmax":
        return bench.patch("Use log_softmax", "safe", [bench.replace(made.func.attr, "log_softmax")])
    return None
