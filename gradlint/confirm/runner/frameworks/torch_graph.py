"""How much of PyTorch's graph a script keeps alive when it ends.

A loss holds its graph until its name is bound to something else: that is how a training loop works, and it
costs one graph. What is kept besides can grow with every batch: a running sum of losses, a list of outputs,
a gradient that has a graph of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import torch


def steps_kept(names: Mapping[str, Any], targets: list[list[Any]]) -> int:
    """The steps that the names can reach, less those behind the last loss and others that have a name."""
    losses = [loss for listed in targets for loss in listed]
    expected = [value for value in names.values() if any(value is loss for loss in losses)]
    expected += targets[-1] if targets else []
    return len(_steps(_tensors(names.values())).keys() - _steps(expected).keys())


def _tensors(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
            if value.is_leaf and value.grad is not None:
                yield value.grad
        elif isinstance(value, torch.nn.Module):
            yield from _tensors(value.parameters())
        elif isinstance(value, (list, tuple, set)):
            yield from _tensors(value)
        elif isinstance(value, dict):
            yield from _tensors(value.values())


def _steps(tensors: Iterable[Any]) -> dict[int, Any]:
    """Every node of the graphs behind some tensors, held on to: an id is only good that long."""
    waiting = [tensor.grad_fn for tensor in tensors if tensor.grad_fn is not None]
    found: dict[int, Any] = {}
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting += [before for before, _ in node.next_functions if before is not None]
    return found
