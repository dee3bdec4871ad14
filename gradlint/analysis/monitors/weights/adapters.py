"""Adapters of a frozen model: frozen themselves, switched off where they should learn, or with a frozen new head."""

from __future__ import annotations

import re
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import Const, Instance, Layer, Lib, Object, Ref, Value
from gradlint.analysis.interpreter.events import Adapted, AdaptersOff, Backward, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import sources_behind

NEW_HEAD = re.compile(
    r"(For(?:Sequence|Token|Image|Audio|Video)Classification|ForMultipleChoice|ForQuestionAnswering)$"
)
"""Models of Transformers whose last layer is made anew for the task."""
TASKS = {
    "ForSequenceClassification": "SEQ_CLS",
    "ForTokenClassification": "TOKEN_CLS",
    "ForQuestionAnswering": "QUESTION_ANS",
}
"""Tasks for which PEFT trains that layer by itself."""
SOME_HEAD = "modules_to_save=[...]"
"""What names the layer, where its name is not known."""


DEPTH = "(depth)"
"""How deep in the calls the block stands that switches the adapters off."""


class Adapters:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.made: Journal[int, tuple[Ref, Place, bool]] = Journal(branches, outlives=True)
        """By the node of the adapter: itself, where it was made, and whether it was made to train."""
        self.off: Journal[int, Place] = Journal(branches, outlives=True)
        """What a model computed while its adapters were off, and where."""
        self.heads: Journal[int, tuple[Fault, int]] = Journal(branches, outlives=True)
        """Adapters of models with a new head that stays frozen, and how many flags had been set by then."""


@listens(Adapted)
def note_adapted(machine: Machine, event: Adapted) -> None:
    known = machine.own(Adapters)
    for ref in machine.parameters_of(event.adapter):
        array = machine.array(ref)
        if array is not None:
            known.made[array.node.id] = (ref, machine.place(event.node), event.trains)
            if event.trains and event.config is not None:
                missing = _leaves_head(machine, event.base, event.config)
                made = machine.node_of(event.config.options["(made)"]) if missing else None
                if made is not None:
                    frozen = fault(made.place, "frozen-head", "torch", missing, machine.place(event.node))
                    known.heads[array.node.id] = frozen, len(machine.flow.flags)


def _leaves_head(machine: Machine, base: Value, config: Object) -> str:
    """The argument that would train a layer that was made for the task, and is frozen with all the others."""
    saved = config.options.get("modules_to_save", Const(None))
    task = config.options.get("task_type", Const(None))
    if saved != Const(None) or not config.name.endswith("LoraConfig"):
        return ""
    name = (
        task.name.rpartition(".")[2]
        if isinstance(task, Lib)
        else task.value
        if isinstance(task, Const)
        else "?"
    )
    if name == "?" or name in TASKS.values():
        return ""
    return _new_head(machine, base, untold="task_type" not in config.options)


def _new_head(machine: Machine, base: Value, untold: bool) -> str:
    thing = machine.load(base)
    if isinstance(thing, Layer) and thing.name.startswith("model:"):
        fresh = thing.options.get("(maker)") != Const("from_pretrained") or "num_labels" in thing.options
        if any(_is_plain_layer(machine, child) for child in thing.children):
            return SOME_HEAD
        head = NEW_HEAD.search(thing.name) if fresh else None
        task = TASKS.get(head[1]) if head is not None and untold else None
        return "" if head is None else SOME_HEAD if task is None else f'task_type="{task}"'
    if isinstance(thing, Instance):
        inside = [each for each in map(machine.load, thing.attrs.values()) if isinstance(each, Layer)]
        heads = [name for name, each in thing.attrs.items() if _is_plain_layer(machine, each)]
        if heads and any(each.name.startswith("model:") for each in inside):
            return "modules_to_save=[" + ", ".join(f'"{each}"' for each in heads) + "]"
    return ""


def _is_plain_layer(machine: Machine, value: Value) -> bool:
    thing = machine.load(value)
    return isinstance(thing, Layer) and ":" not in thing.name and bool(machine.parameters_of(value))


@listens(AdaptersOff)
def note_off(machine: Machine, event: AdaptersOff) -> None:
    scopes = [each for each in machine.around.scopes if each.name.endswith("disable_adapter")]
    if machine.recording and scopes:
        depth = scopes[-1].options.get(DEPTH)
        place = machine.place(event.node)
        if isinstance(depth, Const) and isinstance(depth.value, int):
            place = Place(
                place.at_depth(depth.value), place.stack[: depth.value], place.files[: depth.value + 1]
            )
        machine.own(Adapters).off[event.made.id] = place


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    known = machine.own(Adapters)
    if not known.made:
        return
    live = {each.id for each in sources_behind(event.sink)}
    behind = _behind(event.sink.targets)
    for number, (ref, place, trains) in known.made.items():
        if number in live:
            _note_head(machine, number)
            continue
        array = machine.array(ref)
        if any(each.id == number for each in behind) and array is not None and not array.tracked:
            where = place if not trains else _frozen_at(machine, array.node) or place
            machine.flow.misuses.append(fault(where, "frozen-adapter", "torch", "", event.sink.place))
        elif not live & known.made.keys():
            for each in behind:
                if each.id in known.off:
                    where = known.off[each.id]
                    machine.flow.misuses.append(fault(where, "adapter-off", "torch", "", event.sink.place))


def _note_head(machine: Machine, adapter: int) -> None:
    """The adapter learns, and the new head beside it does not, unless something was thawed since; said once."""
    misuse, before = machine.own(Adapters).heads.get(adapter, (None, 0))
    thawed = any(each.value is not False for each in machine.flow.flags[before:])
    if misuse is None or thawed:
        return
    if all(each.place.node is not misuse.place.node for each in machine.flow.misuses):
        machine.flow.misuses.append(misuse)


def note_trained(machine: Machine, model: Value, node: cst.CSTNode) -> None:
    """A trainer of a library trains a model with adapters: of those, at least one has to ask for a gradient."""
    known = machine.own(Adapters)
    held = set(machine.parameters_of(model))
    inside = [(number, *each) for number, each in known.made.items() if each[0] in held]
    arrays = [machine.array(ref) for _, ref, _, _ in inside]
    for number, *_ in inside:
        _note_head(machine, number)
    if any(array is None or array.tracked or array.maybe for array in arrays):
        return
    for array, (_, _, place, trains) in zip(arrays[:1], inside):
        where = place if not trains or array is None else _frozen_at(machine, array.node) or place
        machine.flow.misuses.append(fault(where, "frozen-adapter", "torch", "", machine.place(node)))


def _frozen_at(machine: Machine, adapter: Node) -> Place | None:
    flags = [each.place for each in machine.flow.flags if each.array.node is adapter and each.value is False]
    return flags[-1] if flags else None


def _behind(targets: tuple[Node, ...]) -> list[Node]:
    """All that a loss was computed from with recording on, whether it asks for a gradient or not."""
    stack, seen = list(targets), dict.fromkeys(targets)
    while stack:
        here = stack.pop()
        if TORCH not in here.active or here.cut is not None:
            continue
        for edge in here.edges:
            if edge.node not in seen:
                seen[edge.node] = None
                stack.append(edge.node)
    return list(seen)
