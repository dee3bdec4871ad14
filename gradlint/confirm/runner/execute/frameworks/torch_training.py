"""What happens to stored gradients between `backward()` and the optimizer's step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

from ..finite_differences import Array
from ..recorded_asks import Event, Trace

MOST_ELEMENTS = 1 << 16
MOST_PARAMETERS = 64
MOST_PINS = 8
MOST_PINNED = 1 << 20


@contextmanager
def watching_steps(trace: Trace) -> Iterator[None]:
    """Note each step with the gradients it uses, and everything that clears, clips or unscales them."""
    if not trace.measuring:
        with _pinned(trace):
            yield
        return

    closely = bool(trace.focus.predicted.measures)

    def note(kind: str, parameters: Any = (), **facts: Any) -> None:
        if len(trace.events) < 256:
            listed = list(parameters)[:MOST_PARAMETERS]
            stored = {id(parameter): _stored(parameter) for parameter in listed}
            weights = _weights(listed) if closely and kind in {"step", "stepped"} else {}
            trace.events.append(Event(kind, trace.row(), {"stored": stored, **weights, **facts}))

    def before_step(optimizer: Any, *_: Any) -> None:
        rate = any(float(group.get("lr", 0.0)) for group in optimizer.param_groups)
        note("step", _parameters(optimizer), owner=id(optimizer), holds=_held(optimizer), rate=rate)

    def after_step(optimizer: Any, *_: Any) -> None:
        note("stepped", _parameters(optimizer), owner=id(optimizer))
        if len(trace.pins) < MOST_PINS:
            parameters = list(_parameters(optimizer))
            small = sum(each.numel() for each in parameters) <= MOST_PINNED
            trace.pins.append([each.data.clone() for each in parameters] if small else [])

    with ExitStack() as stack:
        for hook in (
            register_optimizer_step_pre_hook(before_step),
            register_optimizer_step_post_hook(after_step),
        ):
            stack.callback(hook.remove)
        for owner, method, kind in (
            (torch.optim.Optimizer, "zero_grad", "zero_grad"),
            (torch.nn.Module, "zero_grad", "zero_grad"),
            (torch.amp.GradScaler, "update", "update"),
        ):
            stack.enter_context(patch.object(owner, method, _noting(getattr(owner, method), kind, note)))
        scale = torch.amp.GradScaler.scale

        def scaling(scaler: Any, outputs: Any) -> Any:
            result = scale(scaler, outputs)
            made = [result] if isinstance(result, torch.Tensor) else list(result) if closely else []
            note("scale", factor=float(scaler.get_scale()), made=made)
            return result

        unscale = torch.amp.GradScaler.unscale_

        def unscaling(scaler: Any, optimizer: Any) -> Any:
            factor = float(scaler.get_scale())
            result = unscale(scaler, optimizer)
            note("unscale", owner=id(scaler), optimizer=id(optimizer), factor=factor)
            return result

        stack.enter_context(patch.object(torch.amp.GradScaler, "scale", scaling))
        stack.enter_context(patch.object(torch.amp.GradScaler, "unscale_", unscaling))
        for module in (torch.nn.utils, torch.nn.utils.clip_grad):
            for name in ("clip_grad_norm_", "clip_grad_value_"):
                clip = getattr(module, name)
                stack.enter_context(patch.object(module, name, _clipping(clip, note)))
        yield


@contextmanager
def _pinned(trace: Trace) -> Iterator[None]:
    """Steps end where they ended before: a source that is moved must not move what others were trained to."""
    taken = iter(trace.pins)

    def after_step(optimizer: Any, *_: Any) -> None:
        for parameter, value in zip(_parameters(optimizer), next(taken, []), strict=False):
            if parameter is not trace.moved_part and parameter.shape == value.shape:
                parameter.data.copy_(value)

    hook = register_optimizer_step_post_hook(after_step)
    try:
        yield
    finally:
        hook.remove()


def _noting(method: Any, kind: str, note: Any) -> Any:
    def noting(owner: Any, *args: Any, **kwargs: Any) -> Any:
        result = method(owner, *args, **kwargs)
        note(kind, owner=id(owner), holds=_held(owner))
        return result

    return noting


def _clipping(clip: Any, note: Any) -> Any:
    def clipping(parameters: Any, *args: Any, **kwargs: Any) -> Any:
        listed = [parameters] if isinstance(parameters, torch.Tensor) else list(parameters)
        note("clip", listed)
        result = clip(listed, *args, **kwargs)
        note("clipped", listed)
        return result

    return clipping


def _held(owner: Any) -> frozenset[int]:
    """The parameters of an optimizer or a module, by identity."""
    if isinstance(owner, torch.nn.Module):
        return frozenset(map(id, owner.parameters()))
    return frozenset(map(id, _parameters(owner))) if isinstance(owner, torch.optim.Optimizer) else frozenset()


def _parameters(optimizer: Any) -> Iterator[Any]:
    for group in optimizer.param_groups:
        yield from group["params"]


def _weights(parameters: list[Any]) -> dict[str, dict[int, Any]]:
    """What the parameters hold, and whether their type is too coarse for small steps."""
    small = [each for each in parameters if each.numel() <= MOST_ELEMENTS]
    coarse = (torch.float16, torch.bfloat16)
    return {
        "values": {id(each): _numbers(each) for each in small},
        "coarse": {id(each): each.dtype in coarse for each in small},
    }


def _stored(parameter: Any) -> Array | None:
    gradient = parameter.grad
    return None if gradient is None or gradient.numel() > MOST_ELEMENTS else _numbers(gradient)


def _numbers(tensor: Any) -> Array:
    dense = tensor.detach().to_dense() if tensor.layout != torch.strided else tensor.detach()
    return np.array(dense.to(device="cpu", dtype=torch.float64).numpy())
