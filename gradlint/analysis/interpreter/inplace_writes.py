"""In-place changes: what a write does to an array, its views, and to what autograd has saved."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Seq
from typing import Literal

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.facts import Clobber, FlagSet, HostCall, IntegerSource, ItemWrite, Sink, Write
from gradlint.analysis.domain.graph import TORCH, Edge, Node, Saved, Source, reachable
from gradlint.analysis.domain.passed import SureWay, between
from gradlint.analysis.domain.values import Array, Const, Ref, Sequence, Value
from gradlint.analysis.interpreter.events import DataReplaced, FlagCleared, MovedByHand, Written
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.syntax import is_another_element
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import ONE_TENSOR, OVERWRITES, PROJECTIONS

How = Literal["method", "operator", "item", "flag", "step", "module", "init"]
_MOST_SIDES = 4


def write(
    machine: Machine,
    ref: Ref,
    how: How,
    name: str,
    values: Seq[Value],
    node: cst.CSTNode,
    *,
    recording: bool | None = None,
) -> Ref:
    """Write into an array: note the fact, then change the array and all that share its memory."""
    array = machine.array(ref)
    assert array is not None
    recording = machine.recording if recording is None else recording
    flag = array.node.source.flagged if array.leaf and array.node.source is not None else None
    loop = machine.loops.statements[-1] if machine.loops.statements else None
    if flag is not None and loop is not None and is_another_element(loop, node, flag.node):
        return ref
    tracked_values = [edge for value in values for edge in machine.edges(value) if TORCH in edge.tracked]
    sure = any(
        each is not None and TORCH in machine.tracked_now(each) and not each.maybe
        for each in map(machine.array, values)
    )
    fact = Write(
        machine.place(node),
        array,
        how,
        name,
        recording,
        base_of(machine, array),
        bool(tracked_values) and sure,
        _is_stale(machine, ref, array),
        _is_silent(machine, array),
        ref.id,
        machine.certain,
        name in PROJECTIONS or (name == "mul_" and all(map(_is_constant_tensor, map(machine.array, values)))),
    )
    machine.flow.writes.append(fact)
    machine.announce(Written(array, name, tuple(values), node))
    saved = _saved_inputs(machine, name, array, values) if recording else ()
    machine.writes[array.storage] = (*machine.writes.get(array.storage, ()), fact)
    if not recording or fact.silent:
        note_moved(machine, array, values, node)
    if array.leaf and array.tracked:
        return ref
    kept = how == "item" or name not in OVERWRITES
    _spread(machine, ref, array, values, name, node, kept, recording, sure)
    changed = machine.array(ref)
    if recording and changed is not None and changed.node.op == name:
        if op_facts.saves_result(name.removesuffix("_")):
            saved = (*saved, Saved(array.storage, _count(machine, array.storage), "result"))
        changed.node.saved = saved
    return ref


def _is_constant_tensor(array: Array | None) -> bool:
    """What weights are multiplied by in place is a mask of zeros and ones, unless it is a number or trained."""
    return array is not None and array.lang == "torch" and not array.tracked and array.shape != ()


def _count(machine: Machine, storage: int) -> int:
    return len(machine.writes.get(storage, ()))


def _saved_inputs(machine: Machine, name: str, target: Array, values: Seq[Value]) -> tuple[Saved, ...]:
    """What the in-place operation itself keeps; its own target it keeps as a copy."""
    arrays = [target, *(machine.array(value) for value in values)]
    overload = op_facts.overload(name.removesuffix("_"), [Const(None), *values])
    wanted = op_facts.saved_inputs(overload, [each is not None and TORCH in each.tracked for each in arrays])
    found = []
    for position in wanted:
        each = arrays[position] if 0 < position < len(arrays) else None
        if each is not None:
            found.append(Saved(each.storage, _count(machine, each.storage), "input"))
    return tuple(found)


def base_of(machine: Machine, array: Array) -> Array | None:
    """The array whose memory this one shows, followed to the end."""
    base: Array | None = None
    seen: set[int] = set()
    while (
        array.view is not None and array.view.base not in seen and array.view.kind not in ("data", "detach")
    ):
        seen.add(array.view.base)
        thing = machine.heap.get(array.view.base)
        if not isinstance(thing, Array):
            break
        base = array = thing
    return base


def _is_silent(machine: Machine, array: Array) -> bool:
    """Seen through .data, at whatever distance."""
    for _ in range(8):
        if array.view is None:
            return False
        if array.view.kind == "data":
            return True
        below = machine.heap.get(array.view.base)
        if not isinstance(below, Array):
            return False
        array = below
    return False


def _is_stale(machine: Machine, ref: Ref, array: Array) -> bool:
    view = array.view
    if view is None or not view.plain or view.kind not in ("view", "multi"):
        return False
    later = machine.writes.get(array.storage, ())[view.writes :]
    return any(
        each.value_tracked and each.recording and each.ref != ref.id and each.target.view is not None
        for each in later
    )


def _spread(
    machine: Machine,
    ref: Ref,
    array: Array,
    values: Seq[Value],
    name: str,
    node: cst.CSTNode,
    kept: bool,
    recording: bool,
    sure: bool,
) -> None:
    written: list[Edge] = [edge for value in values for edge in machine.edges(value)]
    carries = any(TORCH in edge.tracked for edge in written)
    other = values[0] if len(values) == 1 and name != "__setitem__" else None
    for key, thing in machine.heap.in_memory(array.storage):
        if thing.view is not None and thing.view.kind in ("data", "detach") and key != ref.id:
            continue
        if thing.leaf and thing.tracked:
            continue
        unseen = _is_silent(machine, array) and not _is_silent(machine, thing)
        if (unseen or not recording) and TORCH in thing.tracked:
            continue  # autograd does not notice: the gradient goes back as if nothing had been written
        before = Edge(thing.node, "kept", machine.tracked_now(thing), thing.wants)
        own = [before] if kept or key != ref.id else []
        made = Node(
            machine.fresh(),
            name,
            machine.place(node),
            (*own, *written),
            "data" if unseen and carries else None,
            machine.context.active if recording else machine.context.active - {TORCH},
            machine.context.pause,
        )
        if not own and recording:
            made.buried = (before,)
        if other is not None:  # x /= y computes what x / y does
            made.operands = (thing.node, machine.node_of(other))
            made.constants = (None, other.value if isinstance(other, Const) else None)
        # What was computed stays so: of a value that is written over, backward() gives back zeros.
        tracked = made.tracked | (thing.tracked & {TORCH}) if recording else thing.tracked
        machine.heap[key] = replace(
            thing,
            node=made,
            tracked=tracked,
            leaf=thing.leaf and not tracked,
            maybe=thing.maybe or (bool(tracked) and not thing.tracked and not sure),
        )


def _is_box(array: Array) -> bool:
    """A variable of Flax NNX, which takes a new array; also where its model is the argument of a transformation."""
    node = array.node
    while node.op == Op.ARGUMENT and len(node.edges) == 1:
        node = node.edges[0].node
    return node.op.startswith("flax.nnx.") or (array.parameter and node.op.startswith("Param"))


def write_item(machine: Machine, ref: Ref, index: Value, value: Value, node: cst.CSTNode) -> None:
    array = machine.array(ref)
    assert array is not None
    if array.dtype == "int":
        machine.note_store(array, value, node)
    if array.lang == "torch":
        write(machine, ref, "item", "__setitem__", [value], node)
        changed = machine.array(ref)
        if changed is not None and changed.node is not array.node:
            changed.node.operands = (array.node, machine.node_of(index))
    elif array.lang in ("jax", "tensorflow"):
        if not array.maybe and not _is_box(array) and _is_position(machine, index):
            machine.flow.item_writes.append(ItemWrite(machine.place(node), array))
    elif array.lang == "numpy":
        stored = machine.array(value)
        if stored is not None and stored.lang == "jax":
            note_host_call(machine, node, "ndarray item assignment", value, "buffer")
        tracked = any(edge.tracked for edge in machine.edges(value))
        made = machine.node(
            "__setitem__",
            machine.place(node),
            ((value, "value"), (ref, "kept")),
            cut="buffer" if tracked else None,
        )
        machine.update(ref, replace(array, node=made))
        if array.view is not None:  # the memory of a tensor, written where autograd does not look
            place, certain = machine.place(node), machine.certain
            fact = Write(
                place, array, "item", "__setitem__", False, None, False, False, True, ref.id, certain
            )
            machine.writes[array.storage] = (*machine.writes.get(array.storage, ()), fact)


def _is_position(machine: Machine, index: Value) -> bool:
    """Something that can only index an array or a list, not a dictionary."""
    if isinstance(index, Const):
        return not isinstance(index.value, str)
    thing = machine.load(index)
    return isinstance(thing, (Array, Sequence))


def note_host_call(
    machine: Machine,
    node: cst.CSTNode,
    name: str,
    value: Value,
    how: Literal["numpy", "conversion", "scalar", "format", "buffer", "index"],
) -> None:
    """A framework array is handed to NumPy or to Python's numbers."""
    array = machine.array(value)
    if array is None:
        return
    tracked = machine.tracked_now(array)
    kinds = {each.kind for each in tracked}
    abstract = machine.is_abstract(value)
    machine.flow.host_calls.append(
        HostCall(
            machine.place(node),
            name,
            array,
            array.lang,
            how,
            array.lang == "torch"
            and TORCH in array.tracked
            and not array.maybe
            and _made_now(machine, array),
            array.lang == "jax" and (bool(kinds & {"jax", "jit"}) or abstract) and not array.maybe,
            abstract,
            array.lang == "tensorflow" and machine.context.graph_mode and machine.has_no_value(array),
            machine.context.guarded,
            machine.certain,
        )
    )


def _made_now(machine: Machine, array: Array) -> bool:
    """In an imagined call: not of what another call has stored, which may have run without recording."""
    since = machine.context.since if machine.context.imagined else 0
    stack, seen = [array.node], {array.node}
    while stack:
        here = stack.pop()
        if here.source is not None or (here.id >= since and not here.edges):
            return True
        inner = [each.node for each in here.edges if here.id >= since and TORCH in each.tracked]
        inner = [each for each in inner if each not in seen]
        seen.update(inner)
        stack.extend(inner)
    return False


def set_requires_grad(
    machine: Machine, ref: Ref, wanted: bool | None, node: cst.CSTNode, attribute: str
) -> None:
    array = machine.array(ref)
    assert array is not None
    place = machine.place(node)
    if wanted is False and (part := _part_of_layer(array, node)) is not None:
        array = replace(array, frozen=array.frozen | {part})
        if len(array.frozen) < _tensors_of(array.node):
            machine.update(ref, array)
            return  # the others still ask for gradients
    machine.flow.flags.append(FlagSet(place, array, wanted, attribute))
    if wanted is None:
        machine.update(ref, replace(array, maybe=True, tracked=array.tracked | {TORCH}, leaf=True))
    elif wanted and not array.tracked:
        if array.dtype in ("int", "bool"):
            machine.flow.integer_sources.append(IntegerSource(place, "torch", "requires_grad", array.name))
        if array.node.source is None:
            array.node.source = Source("leaf", array.name, place, flagged_at=machine.fresh())
        elif array.node.source.flagged is None and array.node.source.kind != "module":
            array.node.source.flagged, array.node.source.flagged_at = place, machine.fresh()
        machine.update(ref, replace(array, tracked=frozenset({TORCH}), leaf=True))
    elif not wanted and (array.leaf or not array.tracked):
        machine.announce(FlagCleared(ref, node))
        machine.update(ref, replace(array, tracked=array.tracked - {TORCH}, maybe=False))


def _part_of_layer(array: Array, node: cst.CSTNode) -> str | None:
    """`layer.bias.requires_grad = False`: which of the tensors that stand together for a layer's weights."""
    if array.node.source is None or array.node.source.kind != "module":
        return None
    written = node.func if isinstance(node, cst.Call) else None
    if isinstance(node, cst.Assign):
        written = next((each.target for each in node.targets if isinstance(each.target, cst.Attribute)), None)
    owner = written.value if isinstance(written, cst.Attribute) else None
    return owner.attr.value if isinstance(owner, cst.Attribute) else None


def _tensors_of(weights: Node) -> int:
    """How many tensors a layer has at least: a weight, and a bias unless it is made without."""
    made = weights.place.node if weights.place is not None else None
    without = isinstance(made, cst.Call) and any(
        isinstance(arg.value, cst.Name) and arg.value.value == "False" for arg in made.args
    )
    return 1 if without or weights.op.rpartition(".")[2] in ONE_TENSOR else 2


def note_moved(machine: Machine, array: Array, values: Iterable[Value], node: cst.CSTNode) -> None:
    """A tensor is changed by something that was made of its own gradient."""
    for _ in range(_MOST_SIDES):
        below = machine.heap.get(array.view.base) if array.view is not None else None
        if not isinstance(below, Array):
            break
        array = below
    behind = [edge.node for value in values for edge in machine.edges(value)]
    if any(each.op == Op.GRAD and array.node in each.operands for each in reachable(behind, TORCH)):
        machine.announce(MovedByHand(array.node, node))


def replace_data(machine: Machine, ref: Ref, value: Value, node: cst.CSTNode) -> None:
    """`p.data = v` gives a tensor other memory behind autograd's back."""
    array = machine.array(ref)
    if array is not None:
        note_moved(machine, array, [value], node)
        machine.announce(DataReplaced(array, value, node))
        machine.update(ref, replace(array, storage=machine.fresh(), shape=None, view=None))


def note_clobbers(machine: Machine, sink: Sink) -> None:
    """Which memory that this backward pass needs has been written since it was saved?

    A hook that nobody calls here may run before anything else is written: only what it recorded itself counts.
    A pass to named inputs looks at nothing that was not computed from them.
    """
    if not machine.writes:
        return
    passed = between(sink) if sink.kind == "autograd.grad" else None
    targets = _meant(sink)
    straight = SureWay(sink, through_loops=False).nodes(targets)
    for each in sorted(SureWay(sink, through_loops=True).nodes(targets), key=lambda one: one.id):
        if each.id < machine.context.since or (passed is not None and each not in passed):
            continue
        for saved in each.saved:
            writes = machine.writes.get(saved.storage, ())
            for later in writes[saved.writes :]:
                if later.silent and _is_repeated(later, writes[: saved.writes]):
                    continue
                # What a loop carries over may have been built anew: only a straight path proves that
                # this very graph is older than the step.
                if later.how != "step" or each in straight:
                    machine.flow.clobbers.append(Clobber(later, each, saved.what, sink))
                    break


_CUTS = frozenset({"stop", "copy", "scalar", "data"})


def _meant(sink: Sink) -> list[Node]:
    """What is differentiated; where it has been cut off as a whole, what would be without that mistake."""
    found: list[Node] = []
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        if here.cut in _CUTS:
            behind = [edge.node for edge in here.edges if edge.role == "value" and edge.node not in seen]
            seen.update(behind)
            stack.extend(behind)
        else:
            found.append(here)
    return found


def _is_repeated(write: Write, before: Seq[Write]) -> bool:
    """The last thing done to the memory before it was saved was the very same projection."""
    return write.projects and bool(before) and before[-1].place.node is write.place.node
