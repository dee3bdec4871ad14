"""GL402: Computed while nothing was recorded."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability, Severity
from gradlint.rules.shared import moves
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.broken import broken_draft, rewrapped
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import targets
from gradlint.rules.shared.leaves import rebinding
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    asks = {flag.array.node: flag.value for flag in program.flow.flags}
    lost = {change.after.node for read in program.flow.grad_reads if (change := rebinding(program, read))}
    for broken in program.lost.breaks:
        if rewrapped(broken) or _is_a_mode(broken) or _is_for_others(broken):
            continue
        if broken.cut in lost:
            continue  # an update belongs there; that it goes to a new tensor is what is wrong with it
        if broken.reason == "paused" and not broken.raises and asks.get(broken.source) is False:
            continue  # frozen under a condition that only the run decides: nobody means to train it
        if broken.reason == "paused":
            yield _paused(broken)
        elif broken.reason == "stopped":
            block = broken.cut.paused_by(broken.sink.recorder)
            assert block is not None
            yield broken_draft(
                broken,
                broken.cut.place.at_depth(len(block.stack)),
                "this line runs under stop_recording",
                "cut here: the tape is not recording",
                "move this line out of the stop_recording block",
                Severity.ERROR,
            )
        elif broken.reason == "reset":
            place = broken.cut.dropped_by(broken.sink.recorder, broken.sink.moment)
            assert place is not None
            yield broken_draft(
                broken,
                place.node,
                "tape.reset() drops what was recorded before",
                "cut here: the tape is cleared",
                "remove the reset, or compute everything after it",
                Severity.ERROR,
            )


def _is_a_mode(broken: Break) -> bool:
    """One method switches recording off, another one on again, and a part of the loss is recorded: that is meant."""
    pause = broken.cut.pause if broken.reason == "paused" else None
    if pause is None or pause.style != "call" or broken.raises:
        return False
    return broken.cut.place.stack[: len(pause.place.stack)] != pause.place.stack


def _is_for_others(broken: Break) -> bool:
    """`if should_train: loss.backward()` in what is called under no_grad: the branch is for those who record."""
    pause, sink = broken.sink.pause, broken.sink
    if pause is None or pause is not broken.cut.pause:
        return False
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        if here.pause is pause and here.id < sink.since:
            return True  # the branch began later than the pause
        behind = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(behind)
        stack.extend(behind)
    return False


def _paused(broken: Break) -> Draft:
    """Point at what switched recording off, or at the operation inside its block."""
    pause = broken.cut.pause
    assert pause is not None
    depth = len(pause.place.stack)
    if pause.style == "call":
        node = pause.place.node
        message = "gradients are switched off here and never switched on again"
        if not broken.raises:
            message = "gradients are switched off here, and on again only after this was computed"
        help_ = "write `with torch.set_grad_enabled(False):` around the part that needs no gradient"
    elif pause.style == "library":
        node = pause.place.node
        message = "generate() records nothing, so its scores carry no gradient"
        help_ = "call the model on the generated tokens and use its logits"
    elif pause.style == "decorator":
        node = broken.cut.place.at_depth(depth)
        message = "this function is decorated with no_grad"
        help_ = "remove the decorator, or call an undecorated function in training"
    else:
        node = broken.cut.place.at_depth(depth)
        message = (
            "this line runs under no_grad" if not pause.inference else "this line runs under inference_mode"
        )
        help_ = "move this line out of the no_grad block"
    return broken_draft(broken, node, message, "cut here: nothing is recorded", help_)


def fix(bench: Bench) -> Patch | None:
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
    return _limited(bench, broken) if pause.style != "library" else None


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
            return bench.patch("Record this line", _sure(bench, broken, block), [cut])
        return _dedented(bench, block, _sure(bench, broken, block))
    return None


def _item_end(bench: Bench, item: cst.WithItem) -> int:
    return bench.text.span(item.asname.name if item.asname is not None else item.item)[1]


def _sure(bench: Bench, broken: Break, block: cst.With) -> Applicability:
    """The block has no other purpose: nothing in it is written to in place or leaves for NumPy."""
    if not broken.total or not broken.raises:
        return "unsafe"
    for node in walk(block.body):
        found = method(node)
        if isinstance(node, cst.AugAssign) or (found is not None and found[1].endswith("_")):
            return "unsafe"
        if found is not None and found[1] in ("numpy", "tolist", "append", "update", "extend"):
            return "unsafe"
        if any(isinstance(target, cst.Subscript) for target in targets(node)):
            return "unsafe"
    return "safe"


def _stops(bench: Bench, item: cst.WithItem, pause: cst.CSTNode | None) -> bool:
    if item.asname is not None:
        return False  # what it binds would be gone with it
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
    return bench.patch("Record this line", sure, [Change(start, end, written)])


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
