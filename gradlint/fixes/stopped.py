"""GL401, GL402 and GL405 to GL407 mended: what stops the gradient is taken away."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes import moves
from gradlint.fixes.bench import Bench, fixes, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Misuse
from gradlint.flow.losses import Break
from gradlint.flow.syntax import walk
from gradlint.knowledge.tables import table
from gradlint.model import Applicability


@fixes("GL401", cuts=("data", "stop"))
def detached(bench: Bench) -> Patch | None:
    broken, node = bench.draft.about, bench.node
    if not isinstance(broken, Break):
        return None
    if isinstance(node, cst.Attribute) and node.attr.value == "data":
        sure: Applicability = "safe" if broken.total else "unsafe"
        return bench.patch("Use the tensor itself", sure, [bench.chop(node, node.value)])
    if not isinstance(node, cst.Call):
        return None
    found, line = method(node), bench.text.alone(node)
    statement = line.body[0] if line is not None else None
    if found is not None and found[1] == "detach_":
        if line is not None and isinstance(statement, cst.Expr) and statement.value is node:
            return bench.patch("Do not detach it", "unsafe", [bench.remove(line)])
        assert isinstance(node.func, cst.Attribute)
        return bench.patch("Detach a copy", "unsafe", [bench.replace(node.func.attr, "detach")])
    inside = found[0] if found is not None and found[1] == "detach" else positional(node, 0)
    if inside is None:
        return None
    if line is not None and isinstance(statement, cst.Assign) and statement.value is node:
        if len(statement.targets) == 1 and statement.targets[0].target.deep_equals(inside):
            return bench.patch("Let the gradient through", "unsafe", [bench.remove(line)])
    chopped = found is not None and inside is found[0]
    changes = [bench.chop(node, inside)] if chopped else bench.become(node, inside)
    return bench.patch("Let the gradient through", "unsafe", changes)


@fixes("GL402", cuts=("paused",))
def no_grad(bench: Bench) -> Patch | None:
    broken = bench.draft.about
    if not isinstance(broken, Break):
        return None
    if broken.reason == "reset":
        line = bench.text.alone(bench.node)
        change = bench.remove(line) if line is not None else None
        return bench.patch("Keep what the tape has recorded", "safe", [change])
    pause = broken.cut.pause
    if broken.reason == "stopped" or pause is None:
        return _out_of_block(bench, broken, None)
    if pause.style == "block":
        return _out_of_block(bench, broken, pause.place.node)
    if pause.style == "decorator":
        return _undecorated(bench, pause.place.node)
    return _limited(bench, broken)


def _out_of_block(bench: Bench, broken: Break, pause: cst.CSTNode | None) -> Patch | None:
    """The block loses its head, or the one manager in it that stops the recording."""
    for block in (
        each for each in (broken.cut.place.node, *bench.text.up(bench.node)) if isinstance(each, cst.With)
    ):
        items = [item for item in block.items if _stops(bench, item, pause)]
        if not items:
            continue
        if len(block.items) > 1 and len(items) == 1:
            number = list(block.items).index(items[0])
            start = bench.text.span(items[0])[0]
            if number + 1 < len(block.items):
                cut = Change(start, bench.text.span(block.items[number + 1])[0], "")
            else:
                cut = Change(_item_end(bench, block.items[number - 1]), _item_end(bench, items[0]), "")
            return bench.patch("Record this", _sure(broken), [cut])
        return _dedented(bench, block, _sure(broken))
    return None


def _item_end(bench: Bench, item: cst.WithItem) -> int:
    return bench.text.span(item.asname.name if item.asname is not None else item.item)[1]


def _sure(broken: Break) -> Applicability:
    return "safe" if broken.total and broken.raises else "unsafe"


def _stops(bench: Bench, item: cst.WithItem, pause: cst.CSTNode | None) -> bool:
    if item.item is pause or (pause is not None and any(each is pause for each in walk(item))):
        return True
    call = item.item
    found = method(call)
    if found is not None and found[1] == "stop_recording":
        return pause is None
    name = bench.called(call.func) if isinstance(call, cst.Call) else ""
    return pause is not None and name in ("torch.no_grad", "torch.inference_mode", "torch.set_grad_enabled")


def _dedented(bench: Bench, block: cst.With, sure: Applicability) -> Patch | None:
    """The body of a block one level further left."""
    if not isinstance(block.body, cst.IndentedBlock) or bench.text.block(block) is None:
        return None
    if any(isinstance(each, cst.SimpleString) and "\n" in each.value for each in walk(block.body)):
        return None
    first = block.body.body[0]
    start, end = bench.text.lines(block)
    deep, shallow = bench.text.indent(first), bench.text.indent(block)
    inside = bench.text.all[bench.text.lines(first)[0] : end].splitlines(keepends=True)
    written = "".join(shallow + line.removeprefix(deep) if line.strip() else line for line in inside)
    return bench.patch("Record this", sure, [Change(start, end, written)])


def _undecorated(bench: Bench, call: cst.CSTNode) -> Patch | None:
    """The function that is called here, without the decorator that stops the recording."""
    names = {
        each.func.attr.value if isinstance(each.func, cst.Attribute) else getattr(each.func, "value", "")
        for each in walk(call)
        if isinstance(each, cst.Call)
    }
    for function in walk(bench.text.module):
        if not isinstance(function, cst.FunctionDef) or function.name.value not in names:
            continue
        for decorator in function.decorators:
            made = decorator.decorator
            name = bench.called(made.func if isinstance(made, cst.Call) else made)
            if name in ("torch.no_grad", "torch.inference_mode", "torch.set_grad_enabled"):
                cut = Change(*bench.text.lines(decorator), "")
                return bench.patch("Remove the decorator", "unsafe", [cut])
    return None


def _limited(bench: Bench, broken: Break) -> Patch | None:
    """A global switch becomes a block that ends where gradients are needed again."""
    line, name = bench.text.alone(bench.node), bench.name("torch.no_grad")
    block = bench.text.block(line) if line is not None else None
    if line is None or block is None or name is None:
        return None
    rest = list(block.body[list(block.body).index(line) + 1 :])
    needed = moves.level(bench, broken.cut.place.node, block)
    if needed in rest:
        rest = rest[: rest.index(needed)]
    if any(isinstance(each, cst.SimpleString) and "\n" in each.value for one in rest for each in walk(one)):
        return None
    if not rest:
        return bench.patch("Leave gradients on", "unsafe", [bench.remove(line)])
    moved = "".join(bench.indented(each, bench.text.step) for each in rest)
    start, end = bench.text.lines(rest[0])[0], bench.text.lines(rest[-1])[1]
    changes = [bench.replace(line.body[0], f"with {name}():"), Change(start, end, moved)]
    return bench.patch("Switch gradients off for a block only", "unsafe", changes)


@fixes("GL405", cuts=("sample",))
def sampled(bench: Bench) -> Patch | None:
    call = bench.node
    found = method(call)
    if found is None or found[1] != "sample" or not isinstance(call, cst.Call):
        return None
    assert isinstance(call.func, cst.Attribute)
    kind = _distribution(bench, found[0])
    if kind in table("torch").sets["distributions_without_rsample"]:
        return None
    sure: Applicability = "safe" if kind in table("torch").sets["distributions_with_rsample"] else "unsafe"
    return bench.patch("Draw with rsample()", sure, [bench.replace(call.func.attr, "rsample")])


def _distribution(bench: Bench, made: cst.BaseExpression) -> str:
    """The class of a distribution, where it is made in sight."""
    if isinstance(made, cst.Call):
        name = bench.called(made.func)
        return name.rpartition(".")[2] if name.startswith("torch.distributions.") else ""
    for node in walk(bench.text.function(made)):
        if isinstance(node, cst.Assign) and node.targets[0].target.deep_equals(made):
            return _distribution(bench, node.value) if isinstance(node.value, cst.Call) else ""
    return ""


@fixes("GL406")
def inference_tensor(bench: Bench) -> Patch | None:
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
    return bench.patch("Make it under torch.no_grad()", "safe", [bench.replace(modes[0], name)])


@fixes("GL407")
def reentrant(bench: Bench) -> Patch | None:
    call = bench.node
    if not isinstance(bench.draft.about, Misuse) or not isinstance(call, cst.Call):
        return None
    change = bench.set_argument(call, "use_reentrant", "False")
    return bench.patch("Use the checkpoint that follows the graph", "safe", [change])
