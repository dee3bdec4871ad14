"""PEFT: adapters are put into a model, everything else in it is frozen."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Const, Layer, Object, Ref, Value
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


def _adapted(machine: Machine, base: Value, adapter: Ref, node: cst.CSTNode) -> Value:
    """The model behind a wrapper, which owns the adapters where the model itself does not take them in."""
    made = wrap(machine, "peft", base, Arguments((base, adapter)), node, "base_model")
    thing = machine.load(made)
    if isinstance(thing, Layer) and isinstance(made, Ref) and not is_model(machine.load(bare(machine, base))):
        children, keys = (*thing.children, adapter), (*thing.keys, Const(ADAPTER))
        machine.update(made, replace(thing, children=children, keys=keys))
    return made


def _adapt(machine: Machine, base: Value, trains: bool, config: Object | None, node: cst.CSTNode) -> Ref:
    before = tuple(machine.parameters_of(base))
    freezing.freeze(machine, base)
    adapter = model(machine, "peft.adapter", {}, node)
    inner = bare(machine, base)
    thing = machine.load(inner)
    if is_model(thing) and isinstance(thing, Layer) and isinstance(inner, Ref):
        children, keys = (*thing.children, adapter), (*_keys(thing), Const(ADAPTER))
        machine.update(inner, replace(thing, children=children, keys=keys))
    if not trains:
        freezing.freeze(machine, adapter)
    machine.announce(Adapted(base, adapter, before, trains, config, node))
    return adapter


def _keys(thing: Layer) -> tuple[Value, ...]:
    return thing.keys or tuple(Const(str(number)) for number in range(len(thing.children)))
