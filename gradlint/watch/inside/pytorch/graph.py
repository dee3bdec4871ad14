"""Reads autograd's graph without touching it.

`grad_fn` of a view may be made anew when it is read, so for a view the tensor behind it is asked instead.
"""

from __future__ import annotations

from typing import Any

_MOST_NODES = 20_000

Mark = tuple[str, int]
"""Which operation a node is: its name, and its number in the order in which the operations of a thread ran."""


class Graph:
    """All that a few tensors depend on: nodes, and leaves by their identity. Not to be kept: it holds the graph."""

    def __init__(self, tensors: list[Any]) -> None:
        self.nodes: set[Any] = set()
        self.leaves: dict[int, Any] = {}
        pending: list[Any] = []
        for tensor in tensors:
            leaf, node = origin(tensor)
            if leaf is not None:
                self.leaves[id(leaf)] = leaf
            if node is not None:
                pending.append(node)
        while pending and len(self.nodes) < _MOST_NODES:
            self._visit(pending.pop(), pending)
        self.complete = not pending

    def _visit(self, node: Any, pending: list[Any]) -> None:
        if node in self.nodes:
            return
        self.nodes.add(node)
        if type(node).__name__ == "AccumulateGrad":
            self.leaves[id(node.variable)] = node.variable
        pending.extend(each for each, _ in node.next_functions if each is not None)

    def marks(self) -> set[Mark]:
        return {_mark(node) for node in self.nodes}

    def holds(self, tensor: Any) -> bool:
        """Whether the tensors were computed from this one."""
        leaf, node = origin(tensor)
        return (leaf is not None and id(leaf) in self.leaves) or (node is not None and node in self.nodes)


def mark_of(tensor: Any) -> Mark | None:
    """The operation that a tensor was computed by, in a form that keeps neither alive."""
    node = origin(tensor)[1]
    return None if node is None else _mark(node)


def _mark(node: Any) -> Mark:
    return type(node).__name__, int(node._sequence_nr())


def origin(tensor: Any) -> tuple[Any, Any]:
    """The leaf that a tensor is, or the node that it was computed by."""
    if not tensor.requires_grad:
        return None, None
    if tensor._is_view() and tensor._base is not None:
        tensor = tensor._base
        if not tensor.requires_grad:
            return None, None
    return (tensor, None) if tensor.is_leaf else (None, tensor.grad_fn)


def tensors_in(value: Any, depth: int = 2) -> list[Any]:
    """The tensors of a value: itself, its elements, the parameters of a module, the fields of a distribution."""
    import torch

    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, torch.nn.Module):
        return list(value.parameters())
    if isinstance(value, torch.distributions.Distribution):
        return [each for each in vars(value).values() if isinstance(each, torch.Tensor)]
    if depth and isinstance(value, (list, tuple)):
        return [tensor for each in value[:64] for tensor in tensors_in(each, depth - 1)]
    if depth and isinstance(value, dict):
        return [tensor for each in list(value.values())[:64] for tensor in tensors_in(each, depth - 1)]
    return []


def is_saved(graph: Graph, tensor: Any) -> bool:
    """Whether an operation behind the loss has multiplied with, or otherwise kept, the numbers of this tensor."""
    import torch

    if tensor.requires_grad or not tensor.is_floating_point():
        return False
    place = tensor.data_ptr()
    for node in graph.nodes:
        for name in dir(node):
            value = _saved(node, name)
            if isinstance(value, torch.Tensor) and value.data_ptr() == place and value.shape == tensor.shape:
                return True
    return False


def _saved(node: Any, name: str) -> Any:
    if not name.startswith("_saved_"):
        return None
    try:
        return getattr(node, name)
    except RuntimeError:
        return None


def first_operation(graph: Graph) -> str:
    """The operation that made the first value that is not finite, as far as autograd has kept its operands."""
    bad = {node: name for node in graph.nodes if (name := _bad_operand(node))}
    for node, name in bad.items():
        if any(each in bad for each, _ in node.next_functions):
            continue
        if "result" in name:
            return _operation(node)
        makers = [_operation(each) for each, _ in node.next_functions if each is not None]
        return makers[0] if len(makers) == 1 else _operation(node)
    return ""


def _bad_operand(node: Any) -> str:
    import torch

    for name in dir(node):
        value = _saved(node, name)
        if isinstance(value, torch.Tensor) and value.is_floating_point():
            if not bool(torch.isfinite(value.detach()).all()):
                return name
    return ""


def _operation(node: Any) -> str:
    name = type(node).__name__
    return name.partition("Backward")[0].lower() or name
