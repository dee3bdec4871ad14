"""PyTorch: recording is switched, and gradients are requested."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.facts import NonScalar, PlainInput, Sink
from gradlint.analysis.domain.graph import GRADIENT, TORCH, EdgeRole, Pause
from gradlint.analysis.domain.shapes import size
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Manager,
    Params,
    Ref,
    Sequence,
    Shape,
    Transform,
    Value,
)
from gradlint.analysis.interpreter import inplace_writes, registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import Backward, GradientsTaken
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.common.requested_sources import Groups, groups
from gradlint.analysis.monitors import freed_graph, higher_orders
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op


@registry.function("torch.no_grad", "torch.inference_mode", "torch.enable_grad")
def manager(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    kinds = {"torch.no_grad": "grad_off", "torch.inference_mode": "inference", "torch.enable_grad": "grad_on"}
    if args.pos and name != "torch.inference_mode":  # torch.no_grad()(f), or used on a function
        made = manager(machine, name, Arguments(), node)
        thing = machine.load(made)
        kind = thing.kind if isinstance(thing, Manager) else "unknown"
        return Transform(kind, args.pos[0], (), machine.place(node))
    if args.flag("mode", 0) is False:
        return machine.alloc(Manager("unknown", machine.place(node)))
    return machine.alloc(Manager(kinds[name], machine.place(node)))  # type: ignore[arg-type]


@registry.function("torch.is_grad_enabled")
def is_grad_enabled(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Known where the program itself has switched it off; a caller may have done so, too."""
    return machine.data(node) if machine.recording else Const(False)


@registry.function("torch.set_grad_enabled", "torch._C._set_grad_enabled")
def set_grad_enabled(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Takes effect at once; as a context manager it is undone at the end of the block."""
    wanted = args.flag("mode", 0)
    place = machine.place(node)
    if wanted is False:
        machine.context = replace(machine.context, pause=Pause("call", place))
        return machine.alloc(Manager("grad_off", place))
    if wanted:
        freed_graph.note_switched_on(machine)
    machine.context = replace(machine.context, pause=None)
    return machine.alloc(Manager("grad_on", place))


def backward(
    machine: Machine, target: Value, args: Arguments, node: cst.CSTNode, by: Ref | None = None
) -> Value:
    array = machine.array(target)
    nodes = tuple(edge.node for edge in machine.edges(target))
    since = max((*machine.branches.began[-1:], machine.frame.left_early))
    pause = machine.context.pause
    sink = Sink(
        "backward", machine.place(node), TORCH, nodes, array, None, machine.fresh(), since=since, pause=pause
    )
    machine.flow.sinks.append(sink)
    inplace_writes.note_clobbers(machine, sink)
    retain = _switch(args, "retain_graph", 1)
    machine.announce(Backward(sink, retain, args.flag("create_graph", 2) is True, by))
    given = args.get(0, "gradient") or args.get(-1, "grad_tensors")
    if array is not None and (given is None or given == Const(None)):
        total = size(array.shape)
        if array.shape is not None and (total is None or total != 1) and array.lang == "torch":
            machine.flow.nonscalars.append(NonScalar(machine.place(node), "torch", array.shape, "backward"))
    return Const(None)


def _switch(args: Arguments, name: str, position: int) -> bool | None:
    """What a switch that is off by default was set to; None if that is not known."""
    given = args.get(position, name)
    return False if given is None or given == Const(None) else args.flag(name, position)


@registry.function("torch.autograd.backward")
def autograd_backward(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    targets = args.get(0, "tensors")
    if targets is not None:
        several = isinstance(machine.load(targets), Sequence)
        asked = (elements_of(machine, targets, node)[0] if several else None) or [targets]
        retain = args.get(2, "retain_graph")
        last: dict[str, Value] = {} if retain is None else {"retain_graph": retain}
        for number, each in enumerate(
            asked, 1
        ):  # one pass for all of them: only its end frees what they share
            kept = last if number == len(asked) else {"retain_graph": Const(True)}
            backward(machine, each, Arguments((), {"gradient": Const(1.0), **kept}), node)
    return Const(None)


@registry.function("torch.autograd.grad")
def autograd_grad(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    outputs, inputs = args.get(0, "outputs"), args.get(1, "inputs")
    if outputs is None or inputs is None:
        return machine.unknown(node, args.flows())
    asked, arrays = sources_in(machine, inputs)
    targets = tuple(edge.node for edge in machine.edges(outputs))
    sink = Sink(
        "autograd.grad", machine.place(node), TORCH, targets, machine.array(outputs), asked, machine.fresh()
    )
    machine.flow.sinks.append(sink)
    inplace_writes.note_clobbers(machine, sink)
    with_graph = _switch(args, "create_graph", 4) is not False
    retain = _switch(args, "retain_graph", 3)
    machine.announce(GradientsTaken(sink, retain, with_graph, args.get(6, "allow_unused") is not None))
    made: list[Value] = []
    for array in arrays or [None]:
        if array is not None and _is_plain(array) and machine.certain:
            machine.flow.plain_inputs.append(PlainInput(machine.place(node), array))
        flows: list[tuple[Value, EdgeRole]] = []
        if with_graph:
            flows = [(outputs, "value"), (inputs, "value")]
        made.append(
            machine.compute(
                "torch", GRADIENT, node, flows, dtype="float", shape=array.shape if array else None
            )
        )
    first = machine.node_of(made[0])
    if with_graph and first is not None and _sums_outputs(machine, outputs, args):
        higher_orders.note_summed(machine, first, machine.place(node))
    if isinstance(machine.load(inputs), Params) or arrays is None:
        return machine.alloc(Sequence("tuple", None, made[0]))
    return machine.alloc(Sequence("tuple", tuple(made)))


@registry.function(
    "torch.autograd.gradcheck",
    "torch.autograd.gradgradcheck",
    "torch.autograd.gradcheck.gradcheck",
    "torch.autograd.gradcheck.gradgradcheck",
)
def gradcheck(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A test that says what is differentiated: whatever of the inputs requires a gradient."""
    func, inputs = args.get(0, "func"), args.get(1, "inputs")
    if func is None or inputs is None or args.flag("raise_exception") is False:
        return machine.unknown(node, args.flows())
    several = isinstance(machine.load(inputs), Sequence)
    given = elements_of(machine, inputs, node)[0] if several else [inputs]
    result = machine.invoke(func, Arguments(tuple(given)), node)
    arrays = [array for array in map(machine.array, given) if array is not None and TORCH in array.tracked]
    if arrays:
        made = list(machine.edges(result))
        # An output that requires no gradient, such as the index of a choice, is left out.
        targets = tuple(edge.node for edge in made if TORCH in edge.tracked) or tuple(e.node for e in made)
        asked = tuple((array.node,) for array in arrays)
        sink = Sink("autograd.grad", machine.place(node), TORCH, targets, machine.array(result), asked)
        machine.flow.sinks.append(sink)
        inplace_writes.note_clobbers(machine, sink)
    return machine.data(node)


def _sums_outputs(machine: Machine, outputs: Value, args: Arguments) -> bool:
    """Ones for every output of a network with several, or their sum: their derivatives are added."""
    array, ones = machine.array(outputs), machine.node_of(args.get(2, "grad_outputs") or Const(None))
    if ones is None and array is not None and array.node.op == Op.SUM:
        whole = array.node.shapes[0] if array.node.shapes else None
        return array.shape == () and _is_wide(whole)
    return ones is not None and ones.op.endswith("ones_like") and _is_wide(array.shape if array else None)


def _is_wide(shape: Shape | None) -> bool:
    """Several numbers for each row of a batch."""
    width = shape[1] if shape is not None and len(shape) == 2 else None
    return width is not None and width > 1


def _is_plain(array: Array) -> bool:
    """It surely does not require a gradient: it was computed from numbers alone, or from what was detached."""
    if array.lang != "torch" or array.tracked or array.maybe:
        return False
    stack, seen = [array.node], {array.node}
    while stack:
        here = stack.pop()
        asked = here.source is not None and here.source.kind == "data"  # because of this very request
        if (here.source is not None and not asked) or here.opaque:
            return False
        inner = [edge.node for edge in here.edges if edge.node not in seen] if here.cut is None else []
        seen.update(inner)
        stack.extend(inner)
    return True


def sources_in(machine: Machine, value: Value) -> tuple[Groups, list[Array | None] | None]:
    """The sources named in a list of inputs: grouped as they were named, and as arrays."""
    found = groups(machine, value)
    thing = machine.load(value)
    if isinstance(thing, Array):
        return found, [thing]
    if isinstance(thing, Sequence) and thing.items is not None:
        return found, [machine.array(each) for each in thing.items]
    return found, None


@registry.transforms("grad_off", "inference", "grad_on")
def decorated(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """A function under @torch.no_grad(): recording is off while it runs, seen from its caller."""
    pause = (
        Pause("decorator", machine.place(node), value.kind == "inference", machine.around.evaluating > 0)
        if value.kind != "grad_on"
        else None
    )
    before = machine.context.pause
    machine.context = replace(machine.context, pause=pause)
    try:
        return machine.invoke(value.func, args, node)
    finally:
        machine.context = replace(machine.context, pause=before)
