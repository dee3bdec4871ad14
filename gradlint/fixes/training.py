"""GL6 mended: the steps in their order, and graphs that live as long as they are needed."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from gradlint.fixes import moves
from gradlint.fixes.bench import Bench, calls_in, fixes, keyword, method, positional
from gradlint.fixes.chain import mending_the_cut
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Misuse
from gradlint.flow.graph import NO_GRADIENT, SPARSE_GRADIENT, Node
from gradlint.flow.losses import Break
from gradlint.flow.syntax import names_in, walk


def _calls(bench: Bench, name: str) -> list[tuple[cst.Call, cst.BaseExpression]]:
    """Calls of a method in the same function, with their receivers, in the order of the text."""
    found = []
    for node in walk(bench.text.function(bench.node)):
        named = method(node)
        if named is not None and named[1] == name and isinstance(node, cst.Call):
            found.append((node, named[0]))
    return sorted(found, key=lambda each: bench.text.span(each[0])[0])


def _following(bench: Bench, name: str) -> tuple[cst.Call, cst.BaseExpression] | None:
    return next(iter(_in_turn(bench, name)), None)


def _in_turn(bench: Bench, name: str) -> list[tuple[cst.Call, cst.BaseExpression]]:
    """Calls of a method as a loop comes to them from here: those below first, then those above."""
    end = bench.text.span(bench.node)[1]
    return sorted(_calls(bench, name), key=lambda each: bench.text.span(each[0])[0] < end)


def _optimizer(bench: Bench) -> str | None:
    """The optimizer that steps next and is not cleared anywhere; a scaler is given it."""
    scalers = {bench.code(receiver) for _, receiver in _calls(bench, "scale")}
    cleared = {bench.code(receiver) for _, receiver in _calls(bench, "zero_grad")}
    found: list[str] = []
    for call, receiver in _in_turn(bench, "step"):
        given = positional(call, 0)
        scaled = bench.code(receiver) in scalers and given is not None
        found.append(bench.code(given if scaled and given is not None else receiver))
    return next((each for each in found if each not in cleared), found[0] if found else None)


@fixes("GL601")
def missing_zero_grad(bench: Bench) -> Patch | None:
    line, optimizer = bench.text.alone(bench.node), _optimizer(bench)
    if line is None or optimizer is None:
        return None
    change = bench.before(line, f"{optimizer}.zero_grad()")
    return bench.patch("Clear the old gradients first", "safe", [change])


@fixes("GL602")
def step_order(bench: Bench) -> Patch | None:
    about = bench.draft.about
    maker = _ORDER.get(about.kind) if isinstance(about, Misuse) else None
    line = bench.text.alone(bench.node)
    return maker(bench, line) if maker is not None and line is not None else None


def _related(bench: Bench, line: cst.SimpleStatementLine) -> cst.CSTNode | None:
    about = bench.draft.about
    place = about.related if isinstance(about, Misuse) else None
    return moves.level(bench, place.node, bench.text.block(line)) if place is not None else None


def _zero_after_step(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    step = _related(bench, line)
    if step is None:
        return None
    return bench.patch("Clear them after the step", "safe", moves.below(bench, [line], step))


def _step_after_backward(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    backward = _following(bench, "backward")
    block = bench.text.block(line)
    after = moves.level(bench, backward[0], block) if backward is not None else None
    if after is None or bench.text.span(after)[0] < bench.text.span(line)[1]:
        return None
    return bench.patch("Step after backward()", "safe", moves.below(bench, [line], after))


def _clip_before_step(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    step = _related(bench, line)
    backward = _following(bench, "backward")
    after = moves.level(bench, backward[0], bench.text.block(line)) if backward is not None else None
    if after is not None and bench.text.span(after)[0] > bench.text.span(line)[1]:
        return bench.patch("Clip after backward()", "safe", moves.below(bench, [line], after))
    if step is None:
        return None
    return bench.patch("Clip before the step", "safe", moves.above(bench, [line], step))


def _unscale_first(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    step = _following(bench, "step")
    optimizer = positional(step[0], 0) if step is not None else None
    if step is None or optimizer is None:
        return None
    early = _following(bench, "unscale_")
    block = bench.text.block(line)
    other = moves.level(bench, early[0], block) if early is not None else None
    if other is not None:
        return bench.patch("Clip after unscale_()", "safe", moves.below(bench, [line], other))
    change = bench.before(line, f"{bench.code(step[1])}.unscale_({bench.code(optimizer)})")
    return bench.patch("Unscale the gradients first", "safe", [change])


_ORDER: dict[str, Callable[[Bench, cst.SimpleStatementLine], Patch | None]] = {
    "zero-before-step": _zero_after_step,
    "step-before-backward": _step_after_backward,
    "clip-order": _clip_before_step,
    "scaler-order": _unscale_first,
}


@fixes("GL603")
def backward_twice(bench: Bench) -> Patch | None:
    about = bench.draft.about
    first = about.related.node if isinstance(about, Misuse) and about.related is not None else None
    if not isinstance(first, cst.Call):
        return None
    if first is bench.node:
        return _cut_off(bench)
    if keyword(first, "retain_graph") is not None:
        return None
    return bench.patch("Keep the graph", "unsafe", [bench.add_argument(first, "retain_graph=True")])


def _cut_off(bench: Bench) -> Patch | None:
    """What a loop hands to its next round is detached behind backward()."""
    line = bench.text.alone(bench.node)
    loop = next((each for each in bench.text.up(bench.node) if isinstance(each, (cst.For, cst.While))), None)
    if loop is None or line is None:
        return None
    for node in walk(loop.body):
        if not isinstance(node, cst.Assign) or not isinstance(node.value, cst.Call):
            continue
        targets = [
            each.value
            for target in node.targets
            for each in walk(target.target)
            if isinstance(each, cst.Name)
        ]
        carried = [name for name in targets if name in names_in(node.value)]
        if carried:
            made = bench.after(line, *(_detached(bench, name) for name in carried))
            return bench.patch("Cut the state off", "unsafe", [made])
    return None


def _detached(bench: Bench, name: str) -> str:
    """The state of an LSTM is a pair."""
    names = (bench.called(each.func) for each in walk(bench.text.module) if isinstance(each, cst.Call))
    if any(each.startswith("torch.nn.LSTM") for each in names):
        return f"{name} = tuple(each.detach() for each in {name})"
    return f"{name} = {name}.detach()"


@fixes("GL604")
def graph_kept(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if isinstance(about, Misuse) and about.kind == "graph-gradients":
        flag = keyword(node, "create_graph") if isinstance(node, cst.Call) else None
        if flag is None or not isinstance(node, cst.Call) or _differentiated_again(bench, node):
            return None
        return bench.patch("Do not build a second graph", "unsafe", [bench.drop_argument(node, flag)])
    stored = _stored(bench)
    if stored is None:
        return None
    (start, end), written = bench.text.span(stored), bench.operand(stored)
    return bench.patch("Store it without its graph", "safe", [Change(start, end, f"{written}.detach()")])


def _differentiated_again(bench: Bench, call: cst.Call) -> bool:
    """The gradients are read afterwards: the second graph may be what is wanted."""
    end = bench.text.span(call)[1]
    return any(
        isinstance(each, cst.Attribute) and each.attr.value == "grad" and bench.text.span(each)[0] > end
        for each in walk(bench.text.function(call))
    )


def _stored(bench: Bench) -> cst.BaseExpression | None:
    """What is added to a total or appended to a list."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if isinstance(statement, cst.AugAssign):
        return statement.value
    if isinstance(statement, cst.Assign):
        value = statement.value
        return value.right if isinstance(value, cst.BinaryOperation) else value
    if isinstance(statement, cst.Expr) and isinstance(statement.value, cst.Call):
        return positional(statement.value, 0)
    return None


@fixes("GL605")
def first_order_penalty(bench: Bench) -> Patch | None:
    call = next(
        (each for each in walk(bench.node) if isinstance(each, cst.Call) and _is_grad(bench, each)), None
    )
    if call is None or not isinstance(bench.draft.about, Node):
        return None
    change = bench.set_argument(call, "create_graph", "True")
    return bench.patch("Give it a graph of its own", "safe", [change])


def _is_grad(bench: Bench, call: cst.Call) -> bool:
    return bench.called(call.func) == "torch.autograd.grad"


@fixes("GL606")
def unhandled_none(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if isinstance(about, Break):
        asking = [each for each in calls_in(node) if keyword(each, "unconnected_gradients")]
        call = asking[0] if asking else None
        flag = keyword(call, "unconnected_gradients") if call is not None else None
        if call is None or flag is None:
            return None
        mended = mending_the_cut(bench, about)
        rest = mended.changes if mended is not None else ()
        return bench.patch("Mend the break", "display", [bench.drop_argument(call, flag), *rest])
    if not isinstance(about, Misuse):
        return None
    name = _gradient_name(bench)
    if name is None:
        return None
    if about.kind == SPARSE_GRADIENT:
        dense = bench.name("tf.convert_to_tensor")
        written = f"{dense}({name.value})"
        return (
            bench.patch("Make it dense", "safe", [bench.replace(name, written)])
            if dense is not None
            else None
        )
    return _unless_none(bench, name) if about.kind == NO_GRADIENT else None


def _gradient_name(bench: Bench) -> cst.Name | None:
    """The variable in the flagged expression that holds the gradient."""
    bound: set[str] = set()
    for node in walk(bench.text.function(bench.node)):
        if isinstance(node, (cst.For, cst.CompFor)):
            bound |= names_in(node.target)
        elif (
            isinstance(node, cst.Assign)
            and (found := method(node.value)) is not None
            and found[1] == "gradient"
        ):
            for target in node.targets:
                bound |= names_in(target.target)
    candidates = [each for each in walk(bench.node) if isinstance(each, cst.Name) and each.value in bound]
    candidates = [each for each in candidates if not isinstance(bench.text.parent(each), cst.Attribute)]
    return candidates[-1] if candidates else None


def _unless_none(bench: Bench, name: cst.Name) -> Patch | None:
    """A gradient that is not there stays None; in a sum it is left out."""
    for each in bench.text.up(name):
        if isinstance(each, cst.ListComp):
            start = bench.text.span(each.elt)[0]
            guard = Change(start, start, f"None if {name.value} is None else ")
            return bench.patch("Let None pass", "safe", [guard])
        if isinstance(each, (cst.GeneratorExp, cst.SetComp)):
            end = bench.text.span(each.for_in)[1]
            return bench.patch(
                "Leave None out", "unsafe", [Change(end, end, f" if {name.value} is not None")]
            )
        if isinstance(each, cst.SimpleStatementLine):
            change = bench.wrap(each, f"if {name.value} is not None:")
            return bench.patch("Skip None", "safe", [change])
    return None


@fixes("GL607")
def unscaled(bench: Bench) -> Patch | None:
    """The loss divided by the number of batches between two steps."""
    about, found = bench.draft.about, method(bench.node)
    if not isinstance(about, Misuse) or about.related is None or found is None:
        return None
    for each in bench.text.up(about.related.node):
        if not isinstance(each, cst.If):
            continue
        for node in walk(each.test):
            if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
                count = bench.operand(node.right)
                change = Change(*bench.text.span(found[0]), f"({bench.operand(found[0])} / {count})")
                return bench.patch("Divide the loss", "unsafe", [change])
    return None
