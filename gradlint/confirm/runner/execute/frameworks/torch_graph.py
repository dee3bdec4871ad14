"""How much of PyTorch's graph a script keeps alive when it ends.

A loss holds its graph until its name is bound to something else: that is how a training loop works, and it
costs one graph. What is kept besides can grow with every batch: a running sum of losses, a list of outputs,
a gradient that has a graph of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import torch

from ..recorded_asks import Trace

MOST_DEEP = 6


def stores(trace: Trace) -> dict[str, Any]:
    """What the flagged line adds to: what it binds, and what it calls a method of, unless that is a tensor."""
    names = {name for name, _ in trace.bound_there}
    # `meter.total += loss` binds an attribute, and says nothing about the rest of `meter`.
    bound = [
        value for name, value in trace.bound_there if not any(each.startswith(f"{name}.") for each in names)
    ]
    called = [
        value for role, value in trace.objects if role == "self" and not isinstance(value, torch.Tensor)
    ]
    return {f"flagged {number}": value for number, value in enumerate([*bound, *called])}


def tensors_in(values: Iterable[Any]) -> Iterator[Any]:
    """Every tensor that can be reached from some values, and the gradients of leaves."""
    return _tensors(values, 0, set())


def steps_kept(names: Mapping[str, Any], targets: list[list[Any]]) -> int:
    """The steps that the names can reach, less those behind the last loss and others that have a name."""
    losses = [loss for listed in targets for loss in listed]
    expected = [value for value in names.values() if any(value is loss for loss in losses)]
    expected += targets[-1] if targets else []
    return len(_steps(tensors_in(names.values())).keys() - _steps(expected).keys())


def _tensors(values: Iterable[Any], depth: int, seen: set[int]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
            if value.is_leaf and value.grad is not None:
                yield value.grad
        elif id(value) in seen or depth > MOST_DEEP:
            continue
        else:
            seen.add(id(value))
            yield from _tensors(_held(value), depth + 1, seen)


def _held(value: Any) -> Iterable[Any]:
    """What a container, a module or an object of the program holds."""
    if isinstance(value, torch.nn.Module):
        # Buffers of a module come and go with it; what else it was given stays in its attributes.
        own = [each for name, each in vars(value).items() if name not in {"_modules", "_buffers"}]
        return [*own, *value.children()]
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, (str, bytes, type, torch.optim.Optimizer)):
        return ()
    if isinstance(value, Iterable) and hasattr(
        value, "__len__"
    ):  # never an iterator: to look would use it up
        return list(value) if type(value).__module__.partition(".")[0] in {"builtins", "collections"} else ()
    return vars(value).values() if type(value).__module__ == "__main__" and hasattr(value, "__dict__") else ()


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
