"""Models of Transformers and Diffusers: modules with parameters that hand out records of tensors."""

from __future__ import annotations

import re

import libcst as cst

from gradlint.analysis.domain.graph import TORCH, Pause
from gradlint.analysis.domain.misuses import ReentrantCheckpoint
from gradlint.analysis.domain.state import OUTPUT, SCOPE
from gradlint.analysis.domain.values import Const, Layer, Object, Ref, Sequence, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import AdaptersOff
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.torch.modules import module_method
from gradlint.analysis.monitors.precision import precision_named, set_precision
from gradlint.analysis.monitors.weights import freezing
from gradlint.core.records import replace
from gradlint.knowledge.names.stack import PRETRAINED_ATTRIBUTES, PRETRAINED_METHODS

MODEL = "model:"
_MODEL_NAME = re.compile(r"(?!TF|Flax)(?:\w*(?:Model|For[A-Z]\w+)|Auto\w*Model\w*)$")
_NO_MODEL = re.compile(r"Config|Tokenizer|Processor|Extractor|Output|Pipeline")
_MAKERS = ("from_pretrained", "from_config", "_from_config", "from_encoder_decoder_pretrained")
_SEVERAL = frozenset({"hidden_states", "attentions", "cross_attentions", "decoder_hidden_states"})


@registry.root("transformers", "diffusers")
def library(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`GPT2LMHeadModel(config)`, `AutoModel.from_pretrained(...)`: a model; anything else is unknown."""
    parts = name.split(".")
    maker = parts[-1] if parts[-1] in _MAKERS else ""
    made = parts[-2] if maker else parts[-1]
    if not _MODEL_NAME.match(made) or _NO_MODEL.search(made):
        return machine.unknown(node, args.flows(), name)
    result = model(machine, f"{parts[0]}.{made}", {**args.kw, "(maker)": Const(maker)}, node)
    if coarse := precision_named(args.kw.get("torch_dtype", args.kw.get("dtype"))):
        set_precision(machine, result, coarse, node)
    return result


def model(machine: Machine, name: str, options: dict[str, Value], node: cst.CSTNode) -> Ref:
    """A module of a library of which only this is known: it has parameters."""
    made = machine.source(
        "torch", "parameter", node, op=name, tracked=frozenset({TORCH}), dtype="float", parameter=True
    )
    array = machine.array(made)
    if array is not None and array.node.source is not None:
        array.node.source.kind = "module"
    return machine.alloc(Layer("torch", f"{MODEL}{name}", options, made))


@registry.layers("model")
def call_model(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    used = without_adapters(machine, ref, thing)
    flows = [*args.flows(), (used, "value")]
    whole = machine.compute("torch", thing.name.rpartition(".")[2], node, flows, dtype="float", opaque=True)
    array = machine.array(whole)
    if array is not None and thing.options.get(PART) == Const(True):
        machine.update(whole, replace(array, maybe=True))
    if used is not ref and (made := machine.node_of(whole)) is not None:
        machine.announce(AdaptersOff(made, node))
    if thing.options.get("(reentrant)") == Const(True) and _starts_plain(machine, args):
        machine.misuse(node, ReentrantCheckpoint, "torch")
    return machine.alloc(Object(OUTPUT, (whole,)))


PART = "(part)"
"""Read from a model by its name: a submodule, or a method, which may well run under no_grad."""
ADAPTER = "(adapter)"
"""The name under which a model owns its adapters."""


def without_adapters(machine: Machine, ref: Value, thing: Layer) -> Value:
    """The model as it computes inside `disable_adapter()`."""
    off = any(each.name == f"{SCOPE}disable_adapter" for each in machine.around.scopes)
    if not off or Const(ADAPTER) not in thing.keys:
        return ref
    kept = [(key, child) for key, child in zip(thing.keys, thing.children) if key != Const(ADAPTER)]
    return machine.alloc(
        replace(thing, keys=tuple(key for key, _ in kept), children=tuple(child for _, child in kept))
    )


def _starts_plain(machine: Machine, args: Arguments) -> bool:
    """Embeddings that need no gradient go into the first checkpointed block; of ids, the library makes some that do."""
    array = machine.array(args.kw.get("inputs_embeds"))
    return array is not None and not array.tracked and not array.maybe


@registry.attributes("output")
def output_attribute(
    machine: Machine, owner: Value, thing: Layer | Object, name: str, node: cst.CSTNode
) -> Value | None:
    """`outputs.loss`, `outputs["logits"]`, `outputs[0]`: one of the tensors in the record."""
    assert isinstance(thing, Object)
    if name in _RECORD_METHODS:
        return None
    if name in _SEVERAL:
        part = machine.compute("torch", name, node, ((owner, "value"),), dtype="float")
        return machine.alloc(Sequence("tuple", None, part))
    # The loss has no shape; a class of the program may hand out one that has.
    shape = () if name == "loss" else None
    return machine.compute("torch", name, node, ((owner, "value"),), dtype="float", shape=shape)


_RECORD_METHODS = frozenset("keys values items get pop to_tuple".split())


@registry.methods("output")
def output_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object)
    key = args.get(0)
    if name in ("get", "pop") and isinstance(key, Const) and isinstance(key.value, str):
        return output_attribute(machine, receiver, thing, key.value, node) or machine.data(node)
    part = machine.compute("torch", "part", node, ((receiver, "value"),), dtype="float")
    if name == "keys":
        return machine.data(node)
    if name == "items":
        part = machine.alloc(Sequence("tuple", (machine.data(node), part)))
    return machine.alloc(Sequence("tuple", None, part))


@registry.attributes("model")
def model_attribute(
    machine: Machine, owner: Value, thing: Layer | Object, name: str, node: cst.CSTNode
) -> Value | None:
    """A part of a model is a model with weights of its own, which the whole owns as well."""
    assert isinstance(thing, Layer) and isinstance(owner, Ref)
    if name in PRETRAINED_ATTRIBUTES:
        return machine.data(node)
    if name in PRETRAINED_METHODS or Const(name) in thing.keys:
        return None
    if name in ("weight", "bias") and "." in thing.name:
        return thing.params
    options: dict[str, Value] = {} if name.startswith("(") else {PART: Const(True)}
    part = model(machine, f"{thing.name.removeprefix(MODEL)}.{name}", options, node)
    whole = machine.array(thing.params) if thing.params is not None else None
    if whole is not None and TORCH not in whole.tracked:
        freezing.freeze(machine, part)
    machine.update(owner, replace(thing, children=(*thing.children, part), keys=(*thing.keys, Const(name))))
    return part


@registry.methods("model")
def model_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    if name == "generate":
        return _generated(machine, receiver, args, node)
    if name in ("get_input_embeddings", "get_output_embeddings") and isinstance(thing, Layer):
        inner = Const(f"({name})")
        if inner not in thing.keys and isinstance(receiver, Ref):
            model_attribute(machine, receiver, thing, str(inner.value), node)
            thing = machine.load(receiver)
        assert isinstance(thing, Layer)
        return thing.children[thing.keys.index(inner)]
    if name in (
        "save_pretrained",
        "push_to_hub",
        "state_dict",
        "num_parameters",
        "print_trainable_parameters",
    ):
        return machine.data(node)
    if name in ("gradient_checkpointing_enable", "enable_gradient_checkpointing") and isinstance(
        thing, Layer
    ):
        _note_checkpointing(machine, receiver, thing, args)
        return Const(None)
    if name in PRETRAINED_METHODS and name not in (
        "get_input_embeddings",
        "add_adapter",
        "resize_token_embeddings",
    ):
        return module_method(machine, receiver, name, args, node)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def _note_checkpointing(machine: Machine, receiver: Value, thing: Layer, args: Arguments) -> None:
    given = machine.load(args.get(0, "gradient_checkpointing_kwargs"))
    found = given.items.get("use_reentrant") if hasattr(given, "items") else None  # type: ignore[union-attr]
    if isinstance(receiver, Ref) and found is not None:
        machine.update(receiver, replace(thing, options={**thing.options, "(reentrant)": found}))


def _generated(machine: Machine, receiver: Value, args: Arguments, node: cst.CSTNode) -> Value:
    """generate() runs under no_grad: tokens are integers, and the scores beside them have no graph."""
    flows = [*args.flows(), (receiver, "value")]
    if args.kw.get("return_dict_in_generate", Const(False)) == Const(False):
        return machine.compute("torch", "generate", node, flows, dtype="int", cut="integer")
    whole = machine.compute("torch", "generate", node, flows, dtype="float", opaque=True)
    return machine.alloc(Object(f"{GENERATED}", (whole,)))


GENERATED = "generated:"


@registry.attributes("generated")
def generated_attribute(
    machine: Machine, owner: Value, thing: Layer | Object, name: str, node: cst.CSTNode
) -> Value | None:
    assert isinstance(thing, Object)
    inside: list[tuple[Value, str]] = [(thing.args[0], "value")]
    if name in ("scores", "logits", "hidden_states"):
        paused = replace(machine.context, pause=Pause("library", machine.place(node)))
        with machine.within(paused):
            part = machine.compute("torch", "generate", node, inside, dtype="float", opaque=True)  # type: ignore[arg-type]
        return machine.alloc(Sequence("tuple", None, part))
    return machine.compute("torch", "generate", node, inside, dtype="int", cut="integer")  # type: ignore[arg-type]


def is_model(thing: object) -> bool:
    return isinstance(thing, Layer) and thing.name.startswith(MODEL)
