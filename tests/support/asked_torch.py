"""Which gradients a PyTorch script asks for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import torch

from tests.support.asked_by_script import Answer, Ask, Part, Trace, part_of, parts_of
from tests.support.differences import Array
from tests.support.graph_torch import steps_kept
from tests.support.outcome import Left


class Torch:
    def reset(self) -> None:
        random.seed(0)
        np.random.seed(0)
        torch.manual_seed(0)
        torch.set_grad_enabled(True)

    def parts(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, torch.Tensor):
            yield name, value
        elif isinstance(value, torch.nn.Module):
            for parameter_name, parameter in value.named_parameters():
                yield f"{name}.{parameter_name}", parameter

    def moved(self, value: Any, label: str, name: str, element: int, step: float) -> Any:
        part = dict(self.parts(name, value))[label]
        # `.data` leaves the version counter alone: to autograd nothing was modified.
        part.data[np.unravel_index(element, part.shape)] += step
        return value

    @contextmanager
    def listening(self, trace: Trace, also: tuple[str, ...]) -> Iterator[None]:
        backward, grad = torch.autograd.backward, torch.autograd.grad

        def listen_to_backward(tensors: Any, grad_tensors: Any = None, *args: Any, **kwargs: Any) -> None:
            target = _target(tensors, kwargs.get("grad_tensors", grad_tensors))
            # A gradient is added to the one that is there: the sum is not the derivative of this target.
            parts = [part for part in self._sources(trace, also) if _gradient(part.value) is None]
            values = [_numbers(part.value) for part in parts]
            backward(tensors, grad_tensors, *args, **kwargs)
            gradients = [_gradient(part.value) for part in parts]
            trace.targets.append(_listed(tensors))
            trace.asks.append(Ask(target, tuple(map(Answer, parts, gradients, values))))

        def listen_to_grad(
            outputs: Any, inputs: Any, grad_outputs: Any = None, *args: Any, **kwargs: Any
        ) -> Any:
            result = grad(outputs, inputs, grad_outputs, *args, **kwargs)
            answers = tuple(
                self._answer(trace, tensor, None if gradient is None else _numbers(gradient))
                for tensor, gradient in zip(_listed(inputs), result, strict=True)
            )
            trace.targets.append(_listed(outputs))
            trace.asks.append(Ask(_target(outputs, grad_outputs), answers))
            return result

        with (
            patch("torch.autograd.backward", listen_to_backward),
            patch("torch.autograd.grad", listen_to_grad),
        ):
            yield

    def size_and_kind(self, part: Any) -> tuple[int, bool]:
        return part.numel(), not part.is_floating_point()

    def left(self, trace: Trace) -> Left:
        trained = [part for part in parts_of(self, trace) if part.value.is_leaf and part.value.requires_grad]
        values = [(part.label, _numbers(part.value)) for part in trained]
        gradients = [(f"{part.label}.grad", _gradient(part.value)) for part in trained]
        return tuple(
            (label, tuple(numbers.ravel().tolist()))
            for label, numbers in (*values, *gradients)
            if numbers is not None
        )

    def kept(self, trace: Trace) -> int:
        return steps_kept(trace.names, trace.targets)

    def _answer(self, trace: Trace, source: Any, gradient: Array | None) -> Answer:
        return Answer(part_of(self, trace, source, gradient), gradient, _numbers(source))

    def _sources(self, trace: Trace, also: tuple[str, ...]) -> list[Part]:
        """What should receive a gradient: leaves that require one, tensors that retain one, and
        what is so in the twin of this script (whose `requires_grad` may be missing here)."""
        newest = {name: value for name, value in trace.bindings if isinstance(value, torch.Tensor)}
        return [
            part
            for part in parts_of(self, trace)
            if (part.value.is_leaf and part.value.requires_grad)
            or part.value.retains_grad
            or (part.label in also and newest.get(part.label, part.value) is part.value)
        ]


def _gradient(part: Any) -> Array | None:
    # Reading `.grad` of any other tensor only earns a warning.
    if not (part.is_leaf or part.retains_grad) or part.grad is None:
        return None
    return _numbers(part.grad)


def _listed(tensors: Any) -> list[Any]:
    return [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)


def _target(tensors: Any, weights: Any) -> Array:
    listed = _listed(tensors)
    weighted = [None] * len(listed) if weights is None else _listed(weights)
    values = [
        _numbers(tensor if weight is None else tensor * weight).ravel()
        for tensor, weight in zip(listed, weighted, strict=True)
    ]
    return np.concatenate(values)


def _numbers(tensor: Any) -> Array:
    dense = tensor.detach().to_dense() if tensor.is_sparse else tensor.detach()
    return np.array(dense.numpy(), dtype=np.float64)
