"""What replaces the parameters of a module: FSDP, weight normalisation, stacked ensembles, learners of `higher`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst

from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.state import SCOPE
from gradlint.analysis.domain.values import Array, Const, Dictionary, Object, Sequence, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import Copied, Reparameterised
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.python.builtins import clone, note_copied
from gradlint.analysis.libraries.torch_stack.wrappers import is_torch_module, wrap
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op


@registry.function(
    "torch.distributed.fsdp.fully_shard",
    "torch.distributed._composable.fsdp.fully_shard",
    "torch.distributed.fsdp.FullyShardedDataParallel",
    "torch.distributed.fsdp.fully_sharded_data_parallel.FullyShardedDataParallel",
)
def shard(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Swaps each parameter for a sharded one; an optimizer made before holds what nobody uses any longer."""
    module = args.get(0, "module")
    if module is None or not is_torch_module(machine, module):
        return module if module is not None else machine.unknown(node)
    if args.flag("use_orig_params") is not True:
        machine.announce(Reparameterised(tuple(machine.parameters_of(module)), node, True))
    return module if name.endswith("fully_shard") else wrap(machine, "fsdp", module, args, node)


@registry.function(
    "torch.nn.utils.parametrizations.weight_norm",
    "torch.nn.utils.weight_norm",
    "torch.nn.utils.remove_weight_norm",
    "torch.nn.utils.parametrize.remove_parametrizations",
)
def weight_norm(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The weight becomes a length and a direction, which are new parameters."""
    module = args.get(0, "module")
    if module is not None:
        machine.announce(Reparameterised(tuple(machine.parameters_of(module)), node, False))
    return module if module is not None else machine.unknown(node)


@registry.function("torch.func.stack_module_state")
def stacked(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The parameters of several models as one new leaf each, and their buffers."""
    models = args.get(0, "models")
    elements = elements_of(machine, models, node)[0] if models is not None else []
    originals = [array.node for each in elements for array in _arrays(machine, each)]
    made = machine.source(
        "torch",
        "parameter",
        node,
        op=Op.STACK_MODULE_STATE,
        tracked=frozenset({TORCH}),
        dtype="float",
        parameter=True,
    )
    array = machine.array(made)
    assert array is not None
    machine.announce(Copied(tuple((each, array.node) for each in originals), "stacked", node))
    held = machine.alloc(Dictionary({"(stacked)": made}))
    return machine.alloc(Sequence("tuple", (held, machine.alloc(Dictionary({}, machine.data(node))))))


@registry.function("torch.func.functional_call", "torch.nn.utils.stateless.functional_call")
def functional_call(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A module with other weights than its own, which take no part where all of them are replaced."""
    module, given = args.get(0, "module"), args.get(1, "parameter_and_buffer_dicts")
    if module is None or given is None or not is_torch_module(machine, module):
        return machine.unknown(node, args.flows(), name)
    own = {array.node for array in _arrays(machine, module)}
    if not own or not _replaces(machine, given, own):
        return machine.unknown(node, args.flows(), name)
    inner = _handed_in(machine, args)
    if inner is None or any(array.node.op == Op.STACK_MODULE_STATE for array in _arrays(machine, given)):
        flows = [(each, role) for each, role in args.flows() if each is not module]
        return Unknown(machine.node(Op.FUNCTIONAL_CALL, machine.place(node), flows, opaque=True), "torch")
    with _lent(machine, module, given, node):
        return machine.invoke(module, inner, node)


def _handed_in(machine: Machine, args: Arguments) -> Arguments | None:
    """What the module itself is called with: a tuple of arguments, or one alone, and a dictionary of the others."""
    positional, named = args.get(2, "args"), machine.load(args.get(3, "kwargs"))
    if named is not None and not isinstance(named, Dictionary):
        return None
    keywords = {key: value for key, value in named.items.items() if isinstance(key, str)} if named else {}
    several = machine.load(positional)
    if isinstance(several, Sequence):
        return Arguments(several.items, keywords) if several.items is not None else None
    return Arguments((positional,) if positional is not None else (), keywords)


@contextmanager
def _lent(machine: Machine, module: Value, given: Value, node: cst.CSTNode) -> Iterator[None]:
    """While it is called, the weights of the module are made of what is given, and its own are out of reach."""
    own = [(ref, array) for ref in machine.parameters_of(module) if (array := machine.array(ref)) is not None]
    for ref, array in own:
        source = array.node.source
        if source is not None and source.kind == "module" and not source.holder:
            source = replace(source, holder=array.node.op.rpartition(".")[2])
        place = _as_called(machine, array.node.place, node)
        part = machine.node(Op.LAYER_WEIGHTS, place, ((given, "value"),), source=source)
        follows = frozenset(each for edge in part.edges for each in edge.tracked)
        machine.update(ref, replace(array, node=part, tracked=follows, leaf=False))
    yield
    for ref, array in own:
        machine.update(ref, array)


def _as_called(machine: Machine, made: Place, node: cst.CSTNode) -> Place:
    """The weight by the layer that it belongs to, as if this call had led there: what happens to it happens here."""
    here = machine.place(node)
    return Place(made.node, (*here.stack, node), (*here.files, made.file) if here.files else ())


MOST_BEHIND = 200


def _replaces(machine: Machine, given: Value, own: set[Node]) -> bool:
    """Each weight of the module has one that was made from it, or stands for it in a stack of several models."""
    stack = [edge.node for edge in machine.edges(given)]
    seen = set(stack)
    while stack and len(seen) < MOST_BEHIND:
        here = stack.pop()
        if here.op == Op.STACK_MODULE_STATE:
            return True
        fresh = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return own <= seen


def _arrays(machine: Machine, value: Value) -> list[Array]:
    return [array for ref in machine.parameters_of(value) if (array := machine.array(ref)) is not None]


@registry.function("higher.innerloop_ctx", "higher.monkeypatch")
def inner_loop(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A learner to be trained in an inner loop: it begins with copies unless it is told not to."""
    model = args.get(0, "model" if "innerloop" in name else "net")
    if model is None or not is_torch_module(machine, model):
        return machine.unknown(node, args.flows(), name)
    position = 3 if "innerloop" in name else 2
    flag = args.get(position, "copy_initial_weights")
    learner = model
    if flag != Const(False):
        learner = clone(machine, model, node)
        note_copied(machine, model, learner, "higher", node)
    if "innerloop" not in name:
        return learner
    pair = machine.alloc(Sequence("tuple", (learner, machine.data(node))))
    return machine.alloc(Object(f"{SCOPE}innerloop", (model,), {"as": pair}))


@registry.function("higher.get_diff_optim", "higher.optim.get_diff_optim", "higher.create_diff_optim")
def differentiable_optimizer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """It steps the learner alone: the optimizer and the parameters that it is given stay as they are."""
    return machine.data(node)
