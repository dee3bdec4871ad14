"""Which gradients a PyTorch program asks for, and what happens to them until the optimizer uses them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import torch

from ..expectation import BY_HAND
from ..finite_differences import Array
from ..recorded_asks import Answer, Ask, Event, Part, Trace
from .arrays import MOST_ELEMENTS, added, copied_value, described_array, not_numbers
from .handmade import listened_to
from .torch_graph import steps_kept, stores, tensors_in
from .torch_group import group_of_equals, noting_exchanges
from .torch_modules import made_anew, not_registered, not_stepped, not_stored
from .torch_seeds import seed_no_absent_device
from .torch_share import share_of
from .torch_training import watching_steps

MOST_IN_CONTAINER = 64


def devices() -> list[str]:
    """What there is to compute on, the fastest first; a family stands for its first member."""
    found: list[str] = []
    if torch.cuda.is_available():
        found += ["cuda", *(f"cuda:{number}" for number in range(torch.cuda.device_count()))]
    if torch.backends.mps.is_available():
        found.append("mps")
    if torch.xpu.is_available():
        found += ["xpu", *(f"xpu:{number}" for number in range(torch.xpu.device_count()))]
    return [*found, "cpu"]


class Torch:
    def __init__(self, device: str = "cpu") -> None:
        self._device = device
        seed_no_absent_device()

    @contextmanager
    def running(self, several: bool = False) -> Iterator[None]:
        with group_of_equals(several), torch.device(self._device) if self._device != "cpu" else nullcontext():
            yield

    def reset(self, seed: int, double: bool) -> None:
        random.seed(seed)
        np.random.seed(seed)
        torch.manual_seed(seed)
        torch.set_grad_enabled(True)
        torch.set_default_dtype(torch.float64 if double else torch.float32)

    def replaced(self, trace: Trace, name: str, row: int, value: Any) -> Any:
        by_hand = trace.focus.predicted.shows in BY_HAND
        return listened_to(trace, name, row, value, torch.as_tensor) if by_hand else value

    def parts(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        yield from _parts(name, value, depth=0)

    def mark(self, part: Any) -> float:
        dense = part.data.to_dense() if part.layout != torch.strided else part.data
        return float(dense.double().sum())

    def holds_more_later(self, value: Any) -> bool:
        return isinstance(value, (torch.nn.Module, torch.optim.Optimizer, list, dict))

    def beside_leaves(self, name: str, value: Any) -> Iterator[tuple[str, type, str, Any]]:
        return iter(())

    def memory(self, name: str, value: Any) -> Iterator[tuple[str, Any, int]]:
        if isinstance(value, dict):
            value = dict(value)
        for label, part in _parts(name, value, depth=0):
            if part.layout == torch.strided and part.numel():
                yield label, part, part.data_ptr()

    def moved(self, value: Any, label: str, name: str, displacement: Array) -> Any:
        for at, part in self.parts(name, value):
            if at == label:
                step = torch.as_tensor(displacement.reshape(tuple(part.shape)))
                # `.data` leaves the version counter alone: to autograd nothing was modified.
                part.data += step.to(dtype=part.dtype, device=part.device)
        return value

    def reshaped(self, value: Any, shape: list[int]) -> Any:
        return value.reshape(shape)

    def unactivated(self, value: Any) -> Any:
        if not isinstance(value, torch.Tensor) or not value.is_floating_point():
            return value
        numbers = value.detach()
        if bool((numbers >= 0).all() and (numbers <= 1).all()):
            rows = numbers.sum(dim=1 if numbers.dim() > 1 else 0)
            adds_up = bool(torch.allclose(rows, torch.ones_like(rows), atol=1e-3))
            return torch.log(value) if adds_up else torch.logit(value)
        return torch.log_softmax(value, dim=1 if value.dim() > 1 else 0)

    def copied(self, value: Any) -> Any:
        return copied_value(value, _copied)

    def described(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, torch.Tensor) or _is_wrapped(value) or value.is_nested or value.is_quantized:
            return {}
        small = value.numel() <= MOST_ELEMENTS and value.device.type != "meta"
        dtype = str(value.dtype).removeprefix("torch.")
        return described_array(dtype, tuple(value.shape), _numbers(value) if small else None)

    @contextmanager
    def listening(self, trace: Trace) -> Iterator[None]:
        backward, grad = torch.autograd.backward, torch.autograd.grad

        def listen_to_backward(tensors: Any, grad_tensors: Any = None, *args: Any, **kwargs: Any) -> None:
            row = trace.row()
            tensors = _readable(tensors)
            target = _target(tensors, kwargs.get("grad_tensors", grad_tensors))
            if not trace.measuring:
                if not trace.ends_here():
                    backward(tensors, grad_tensors, *args, **kwargs)
                trace.asked(Ask(row, target, ()), [])
                return
            before = {id(part.value): _stored(part.value) for part in trace.all_parts()}
            shares = [share_of(each) for each in _listed(tensors)]
            trace.asking = True
            try:
                backward(tensors, grad_tensors, *args, **kwargs)
            finally:
                trace.asking = False
            trace.targets.append(_listed(tensors))
            sources = self._sources(trace)
            trace.targets.pop()
            given = [added(_stored(part.value), before.get(id(part.value))) for part in sources]
            gave = {
                id(part.value): gradient
                for part, gradient in zip(sources, given, strict=True)
                if gradient is not None
            }
            trace.events.append(
                Event(
                    "backward", row, {"gave": gave, "ask": len(trace.asks), "share": max(shares, default=1.0)}
                )
            )
            answers = [
                replace(self._answer(part, gradient, trace), added=before.get(id(part.value)) is not None)
                for part, gradient in zip(sources, given, strict=True)
            ]
            trace.asked(Ask(row, target, tuple(_first(answers))), _listed(tensors))

        def listen_to_grad(
            outputs: Any, inputs: Any, grad_outputs: Any = None, *args: Any, **kwargs: Any
        ) -> Any:
            row = trace.row()
            # A generator of parameters can be read once: whoever looks into it has to hand on what was in it.
            outputs, inputs = _readable(outputs), _readable(inputs)
            listed = _listed(inputs)
            wrapped = any(_is_wrapped(tensor) for tensor in (*listed, *_listed(outputs)))
            if trace.ends_here() and not wrapped:
                trace.asked(Ask(row, _target(outputs, grad_outputs), ()), [])
            result = grad(outputs, inputs, grad_outputs, *args, **kwargs)
            if wrapped:
                trace.traced += 1
                return result
            answers = [
                self._answer(
                    trace.part_of(tensor) or Part("a value without a name", tensor, -1, "", row),
                    None if gradient is None else _numbers(gradient),
                    trace,
                )
                for tensor, gradient in zip(listed, result, strict=True)
            ]
            trace.asked(Ask(row, _target(outputs, grad_outputs), tuple(answers)), _listed(outputs))
            return result

        with (
            patch.object(torch.autograd, "backward", listen_to_backward),
            patch.object(torch.autograd, "grad", listen_to_grad),
            watching_steps(trace),
            noting_exchanges(trace),
        ):
            yield

    def left(self, trace: Trace) -> dict[str, Array]:
        found: dict[str, Array] = {}
        for part in trace.all_parts():
            if part.value.requires_grad and _is_leaf(part.value):
                found[part.label] = _numbers(part.value)
                if (stored := _stored(part.value)) is not None:
                    found[f"{part.label}.grad"] = stored
        return found

    def unregistered(self, trace: Trace) -> list[str]:
        looks = {
            "unregistered": not_registered,
            "made-anew": made_anew,
            "not-stepped": not_stepped,
            "not-stored": not_stored,
        }
        look = looks.get(trace.focus.predicted.shows)
        return list(look(trace)) if look is not None else []

    def kept(self, trace: Trace) -> int:
        if trace.focus.predicted.shows != "kept-graph":
            return steps_kept(trace.names, trace.targets)
        if stored := stores(trace):
            return steps_kept(stored, trace.targets)
        made = {
            f"part {number}": part.value
            for number, part in enumerate(trace.parts.values())
            if _is_leaf(part.value)
        }
        return steps_kept({**trace.names, **made}, trace.targets)

    def stored(self, trace: Trace) -> int:
        return sum(1 for _ in tensors_in(stores(trace).values()))

    def _answer(self, part: Part, gradient: Array | None, trace: Trace) -> Answer:
        trace.devices.add(str(part.value.device))
        return Answer(
            label=part.shown or part.label,
            row=part.row,
            gradient=gradient,
            value=_numbers(part.value),
            integer=not part.value.is_floating_point(),
            wanted=trace.is_wanted(part),
            trained=part.value.requires_grad,
            part=part if part.binding >= 0 else None,
            later=trace.overwritten(part),
        )

    def _sources(self, trace: Trace) -> list[Part]:
        """What should receive a gradient: leaves that require one, tensors that retain one, and what the
        finding speaks of, whose `requires_grad` may be the very thing that is missing."""
        held = {
            id(parameter)
            for _, _, _, value in trace.holders
            if isinstance(value, torch.optim.Optimizer)
            for group in value.param_groups
            for parameter in group["params"]
        }
        targets = {id(target) for listed in trace.targets for target in listed}
        return [
            part
            for part in trace.all_parts()
            if id(part.value) in held
            or (part.value.requires_grad and (_is_leaf(part.value) or part.value.retains_grad))
            or (
                "without-flag" in trace.focus.predicted.traits
                and part.is_wanted(trace.focus)
                and part.value.is_floating_point()
                and not isinstance(part.value, torch.nn.Parameter)
                and id(part.value) not in targets
                and ("computed" in trace.focus.predicted.traits or _is_leaf(part.value))
                and trace.newest.get(part.label, id(part.value)) == id(part.value)
            )
        ]


def _parts(name: str, value: Any, depth: int) -> Iterator[tuple[str, Any]]:
    if isinstance(value, torch.Tensor):
        if _has_numbers(value):
            yield name, value
    elif isinstance(value, torch.nn.Module):
        for parameter_name, parameter in value.named_parameters():
            if _has_numbers(parameter):
                yield f"{name}.{parameter_name}", parameter
    elif isinstance(value, torch.optim.Optimizer):
        for group, members in enumerate(value.param_groups):
            for position, parameter in enumerate(members["params"]):
                yield f"{name}.param_groups[{group}][{position}]", parameter
    elif depth < 3 and type(value) in (list, tuple, dict) and len(value) <= MOST_IN_CONTAINER:
        for key, element in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _parts(f"{name}[{key!r}]", element, depth + 1)


def _copied(value: Any) -> Any:
    if not isinstance(value, torch.Tensor) or not _has_numbers(value):
        return not_numbers(value)
    return value.detach().clone().requires_grad_(value.requires_grad)


def _has_numbers(tensor: Any) -> bool:
    """Whether it is one array of numbers: not a list of several, not one without numbers, not one in code."""
    if _is_wrapped(tensor) or isinstance(tensor, torch.nn.parameter.UninitializedTensorMixin):
        return False
    return not (tensor.is_nested or tensor.is_quantized or tensor.device.type == "meta")


def _is_wrapped(tensor: Any) -> bool:
    """Inside `torch.func` a tensor stands for many, or for a derivative in the making."""
    return bool(torch._C._functorch.is_functorch_wrapped_tensor(tensor))


def _is_leaf(tensor: Any) -> bool:
    """Whether a tensor is a leaf, asked without disturbing it.

    Of a view `is_leaf` and `grad_fn` look up the graph of its base and may rebuild it: autograd would then
    see another program. A view whose base carries no gradient can be asked.
    """
    if tensor.requires_grad and tensor._is_view() and tensor._base is not None and tensor._base.requires_grad:
        return False
    return bool(tensor.is_leaf)


def _stored(tensor: Any) -> Array | None:
    if not (_is_leaf(tensor) or tensor.retains_grad) or tensor.grad is None:
        return None
    return _numbers(tensor.grad)


def _first(answers: list[Answer], most: int = 16) -> list[Answer]:
    """What the finding speaks of, then what was given nothing, then the others."""

    def rank(answer: Answer) -> tuple[bool, bool, bool]:
        found = answer.gradient
        dull = found is None or not np.isfinite(found).all() or not np.any(found)
        return (not answer.wanted, found is not None, not dull)

    return sorted(answers, key=rank)[:most]


def _listed(tensors: Any) -> list[Any]:
    return [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)


def _readable(tensors: Any) -> Any:
    return tuple(tensors) if isinstance(tensors, Iterator) else tensors


def _target(tensors: Any, weights: Any) -> Array:
    listed = _listed(tensors)
    weighted = [None] * len(listed) if weights is None else _listed(weights)
    values = [
        _numbers(tensor.detach() if weight is None else tensor.detach() * weight.detach()).ravel()
        for tensor, weight in zip(listed, weighted, strict=True)
    ]
    return np.concatenate(values)


def _numbers(tensor: Any) -> Array:
    dense = tensor.detach().to_dense() if tensor.layout != torch.strided else tensor.detach()
    if dense.is_complex():
        dense = torch.view_as_real(dense)
    return np.array(dense.to(device="cpu", dtype=torch.float64).resolve_conj().numpy(), dtype=np.float64)
