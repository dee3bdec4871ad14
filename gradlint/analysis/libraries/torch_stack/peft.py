"""PEFT: adapters are put into a model, everything else in it is frozen."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.values import Const, Instance, Layer, Object, Ref, Sequence, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import Adapted
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.torch_stack.models import ADAPTER, is_model, model
from gradlint.analysis.libraries.torch_stack.wrappers import bare, is_torch_module, wrap
from gradlint.analysis.monitors.weights import freezing
from gradlint.core.records import replace

_FROM_PRETRAINED = [
    f"peft.{name}.from_pretrained"
    for name in (
        "PeftModel PeftModelForCausalLM PeftModelForSequenceClassification PeftModelForSeq2SeqLM "
        "PeftModelForTokenClassification PeftModelForFeatureExtraction PeftMixedModel"
    ).split()
]


@registry.root("peft")
def configuration(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`LoraConfig(...)`, and whatever else is no model."""
    if name.endswith("Config"):
        place = machine.data(node)
        return machine.alloc(Object(f"peft:{name}", args.pos, {**args.kw, "(made)": place}))
    return machine.unknown(node, args.flows(), name)


@registry.function("peft.get_peft_model", "peft.inject_adapter_in_model", "peft.mapping.get_peft_model")
def get_peft_model(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    inject = name.endswith("inject_adapter_in_model")
    base = args.get(1 if inject else 0, "model")
    config = machine.load(args.get(0 if inject else 1, "peft_config"))
    if base is None or not is_torch_module(machine, base):
        return machine.unknown(node, args.flows(), name)
    trains = not (isinstance(config, Object) and config.options.get("inference_mode") == Const(True))
    adapter = _adapt(machine, base, trains, config if isinstance(config, Object) else None, node)
    if not inject:
        return _adapted(machine, base, adapter, node)
    return base if is_model(machine.load(bare(machine, base))) else machine.unknown(node, args.flows(), name)


def _load(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """An adapter from a file is frozen unless it is said to be trained."""
    base = args.get(0, "model")
    if base is None or not is_torch_module(machine, base):
        return machine.unknown(node, args.flows(), name)
    flag = args.get(3, "is_trainable")
    if (flag is None and args.open) or (flag is not None and not isinstance(flag, Const)):
        return machine.unknown(node, args.flows(), name)
    adapter = _adapt(machine, base, flag == Const(True), None, node)
    return _adapted(machine, base, adapter, node)


registry.functions(_FROM_PRETRAINED, _load)


def _load_whole(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The base model and its adapter, both from files."""
    flag = args.get(2, "is_trainable")
    if (flag is None and args.open) or (flag is not None and not isinstance(flag, Const)):
        return machine.unknown(node, args.flows(), name)
    base = model(machine, name.removesuffix(".from_pretrained").replace("Peft", ""), {}, node)
    adapter = _adapt(machine, base, flag == Const(True), None, node)
    return _adapted(machine, base, adapter, node)


registry.functions(
    [
        f"peft.{name}.from_pretrained"
        for name in (
            "AutoPeftModel AutoPeftModelForCausalLM AutoPeftModelForSeq2SeqLM AutoPeftModelForSequenceClassification "
            "AutoPeftModelForTokenClassification AutoPeftModelForQuestionAnswering AutoPeftModelForFeatureExtraction"
        ).split()
    ],
    _load_whole,
)


def _adapted(machine: Machine, base: Value, adapter: Ref, node: cst.CSTNode) -> Value:
    """The model behind a wrapper, which owns the adapters where the model itself does not take them in."""
    made = wrap(machine, "peft", base, Arguments((base, adapter)), node, "base_model")
    thing = machine.load(made)
    if set(machine.parameters_of(adapter)) <= set(machine.parameters_of(base)):
        return made  # it sits in a layer of the model
    if isinstance(thing, Layer) and isinstance(made, Ref) and not is_model(machine.load(bare(machine, base))):
        children, keys = (*thing.children, adapter), (*thing.keys, Const(ADAPTER))
        machine.update(made, replace(thing, children=children, keys=keys))
    return made


def _adapt(machine: Machine, base: Value, trains: bool, config: Object | None, node: cst.CSTNode) -> Ref:
    before = tuple(machine.parameters_of(base))
    freezing.freeze(machine, base)
    inner = bare(machine, base)
    thing = machine.load(inner)
    if (
        isinstance(thing, Instance)
        and config is not None
        and (placed := _place(machine, inner, config, node))
    ):
        for each in placed:
            if not trains:
                freezing.freeze(machine, each)
            machine.announce(Adapted(base, each, before, trains, config, node))
        return placed[0]
    adapter = model(machine, "peft.adapter", {}, node)
    if is_model(thing) and isinstance(thing, Layer) and isinstance(inner, Ref):
        children, keys = (*thing.children, adapter), (*_keys(thing), Const(ADAPTER))
        machine.update(inner, replace(thing, children=children, keys=keys))
    if not trains:
        freezing.freeze(machine, adapter)
    machine.announce(Adapted(base, adapter, before, trains, config, node))
    return adapter


def _keys(thing: Layer) -> tuple[Value, ...]:
    return thing.keys or tuple(Const(str(number)) for number in range(len(thing.children)))


def _place(machine: Machine, base: Value, config: Object, node: cst.CSTNode) -> list[Ref]:
    """One adapter in each layer that the configuration names, and a trained copy of what it says to save."""
    targets, saved = (
        _words(machine, config.options.get(key)) for key in ("target_modules", "modules_to_save")
    )
    placed: list[Ref] = []
    for owner, name, layer in list(_named_layers(machine, base)):
        if name in targets:
            adapter = model(machine, "peft.adapter", {}, node)
            made = wrap(machine, "peft", layer, Arguments((layer,)), node, "base_layer")
            thing, holder = machine.load(made), machine.load(owner)
            if isinstance(thing, Layer) and isinstance(made, Ref) and isinstance(holder, Instance):
                keys = (*thing.keys, Const(ADAPTER))
                machine.update(made, replace(thing, children=(*thing.children, adapter), keys=keys))
                machine.update(owner, replace(holder, attrs={**holder.attrs, name: made}))
                placed.append(adapter)
        elif name in saved:
            freezing.thaw(machine, [layer], True)
    return placed


def _words(machine: Machine, value: Value | None) -> frozenset[str]:
    thing = machine.load(value)
    items = thing.items or () if isinstance(thing, Sequence) else ()
    return frozenset(each.value for each in items if isinstance(each, Const) and isinstance(each.value, str))


def _named_layers(machine: Machine, owner: Value, depth: int = 4) -> Iterator[tuple[Ref, str, Value]]:
    """The layers that modules of the program hold by a name."""
    thing = machine.load(owner)
    if isinstance(thing, Instance) and isinstance(owner, Ref) and depth:
        for name, value in thing.attrs.items():
            held = machine.load(value)
            if isinstance(held, Layer) and held.lang == "torch" and ":" not in held.name:
                yield owner, name, value
            yield from _named_layers(machine, value, depth - 1)
    elif isinstance(thing, Layer) and depth:
        for child in thing.children:
            yield from _named_layers(machine, child, depth - 1)
