"""Parameters that a program made and that nobody trains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from ..recorded_asks import Part, Trace


def not_registered(trace: Trace) -> Iterator[str]:
    """Attributes of a module that require a gradient and are not among its parameters."""
    for owner, name, value, _ in trace.owned_there():
        if isinstance(owner, torch.nn.Module):
            known = {id(parameter) for parameter in owner.parameters()}
            for label, tensor in _trainable(name, value):
                if id(tensor) not in known:
                    yield f"{type(owner).__name__}.parameters() does not give {label}"
    if not any(isinstance(owner, torch.nn.Module) for owner, *_ in trace.owned):
        yield from kept_aside(trace)


def kept_aside(trace: Trace) -> Iterator[str]:
    """The same of modules that another file defines: what they hold in plain containers."""
    found = list(_kept_aside(trace))
    if len({name for name, _ in found}) == 1:  # which of several the finding speaks of is not known here
        yield from (line for _, line in found)


def _kept_aside(trace: Trace) -> Iterator[tuple[str, str]]:
    modules = {id(value): value for _, _, _, value in trace.holders if isinstance(value, torch.nn.Module)}
    for module in [part for value in modules.values() for part in value.modules()]:
        known = {id(parameter) for parameter in module.parameters()}
        for name, value in vars(module).items():
            if type(value) in (list, tuple, dict) and not name.startswith("_"):
                for label, tensor in _trainable(f"self.{name}", value):
                    if id(tensor) not in known:
                        yield name, f"{type(module).__name__}.parameters() does not give {label}"


def made_anew(trace: Trace) -> Iterator[str]:
    """Layers that the flagged line makes and no module keeps; parameters, where a gradient came to them."""
    owners = [owner for owner, *_ in trace.owned if isinstance(owner, torch.nn.Module)]
    owners += [value for _, _, _, value in trace.holders if isinstance(value, torch.nn.Module)]
    made = {id(value): value for _, value in trace.objects if isinstance(value, torch.nn.Module)}
    for module in made.values():
        if not any(each is module for owner in owners if owner is not module for each in owner.modules()):
            kept = sum(1 for _ in module.parameters())
            if kept:
                yield f"a new {type(module).__name__} with {kept} parameters that no module keeps"
    known = {id(each) for owner in owners for each in owner.parameters()} | _held_by_optimizers(trace)
    weights = {id(value): value for _, value in trace.objects if isinstance(value, torch.nn.Parameter)}
    for weight in weights.values():
        if weight.grad is not None and id(weight) not in known:
            shape = tuple(weight.shape)
            yield f"a new Parameter of shape {shape} gets a gradient, and no module and no optimizer keeps it"


def not_stepped(trace: Trace) -> Iterator[str]:
    """Parameters that were given a gradient and that no optimizer holds, though one takes steps."""
    held = _held_by_optimizers(trace)
    if not held:
        return
    for part in trace.all_parts():
        value = part.value
        if isinstance(value, torch.nn.Parameter) and value.grad is not None and id(value) not in held:
            if _is_named(trace, part):
                yield f"{part.label} has a gradient, but the optimizer does not hold it"


def _held_by_optimizers(trace: Trace) -> set[int]:
    optimizers = [value for _, _, _, value in trace.holders if isinstance(value, torch.optim.Optimizer)]
    groups = [group for optimizer in optimizers for group in optimizer.param_groups]
    return {id(parameter) for group in groups for parameter in group["params"]}


def _is_named(trace: Trace, part: Part) -> bool:
    """Whether the flagged line makes a parameter, or what holds it, or names it."""
    names = (*trace.focus.names, *(name for name, _ in trace.bound_there))
    labels = (part.label, part.shown, part.name)
    inside = any(label == name or label.startswith(f"{name}.") for label in labels for name in names)
    return inside or trace.focus.is_cut(part.row)


def not_stored(trace: Trace) -> Iterator[str]:
    """What the flagged line reads `.grad` of: a computed tensor, which has none after backward()."""
    owner: Any = None
    for role, value in trace.objects:
        if role == "self":
            owner = value
        elif role == "result" and isinstance(owner, torch.Tensor) and trace.asks:
            if value is None and owner.requires_grad and not owner.is_leaf and not owner.retains_grad:
                shape = tuple(owner.shape)
                yield f".grad is None where it is read: that tensor of shape {shape} was computed and keeps none"


def _trainable(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, torch.Tensor):
        if value.requires_grad:
            yield name, value
    elif isinstance(value, torch.nn.Module):
        for label, parameter in value.named_parameters():
            yield f"{name}.{label}", parameter
    elif type(value) in (list, tuple, dict):
        for key, element in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _trainable(f"{name}[{key!r}]", element)
