"""Reproductions written for PyTorch."""

from __future__ import annotations

from ...inputs.spec import Spec
from . import Dialect

_TOTAL = '''
def total(value, seen=()):
    """Everything differentiable in a result as one number, each element with a weight of its own."""
    if isinstance(value, torch.Tensor):
        if value.is_complex():
            value = torch.view_as_real(value)
        if not value.is_floating_point():
            return torch.zeros(())
        flat = value.to_dense().reshape(-1) if value.is_sparse else value.reshape(-1)
        weights = torch.linspace(0.7, 1.3, flat.numel()).to(flat)
        finite = torch.isfinite(flat.detach())
        return (flat[finite] * weights[finite]).sum()
    if isinstance(value, (bool, int, str, bytes, type(None), type)):
        return torch.zeros(())
    if len(seen) > 6 or any(value is one for one in seen):
        return torch.zeros(())
    if type(value).__name__ in ("Standin", "Surrogate") or callable(value) and not isinstance(value, torch.nn.Module):
        return torch.zeros(())
    seen = (*seen, value)
    if isinstance(value, float):
        return torch.tensor(value)
    if type(value).__module__ == "numpy":
        return total(torch.as_tensor(value), seen) if value.dtype.kind in "fc" else torch.zeros(())
    if hasattr(value, "to_dense") and callable(value.to_dense):
        return total(value.to_dense(), seen)
    if isinstance(value, dict):
        value = list(value.values())
    elif hasattr(value, "__next__"):
        value = [one for one, _ in zip(value, range(8))]
    elif isinstance(value, torch.nn.Module) or not isinstance(value, (list, tuple, set)):
        value = [one for name, one in vars(value).items() if name != "_modules"] if hasattr(value, "__dict__") else []
    parts = [total(one, seen) for one in value]
    return sum(parts) if parts else torch.zeros(())
'''

_SURROGATE = '''
class Surrogate(torch.nn.Module):
    """Stands for a network or function that is not there: smooth, and whatever it is given matters."""

    made_up = True

    def __init__(self, returns="same", **attributes):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor(0.7))
        self.returns = returns
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def forward(self, *given, **named):
        given = [one for one in (*given, *named.values()) if isinstance(one, torch.Tensor)]
        given = [one if one.is_floating_point() else one.to(self.weight) for one in given if not one.is_complex()]
        first = given[0] if given else torch.ones(2, 8)
        mixed = torch.tanh(self.weight.to(first) * first + 0.1)
        for other in given[1:]:
            mixed = mixed + 0.1 * torch.tanh(other).mean().to(first)
        return self.shaped(mixed, self.returns)

    def shaped(self, mixed, returns):
        if returns == "same":
            return mixed
        if isinstance(returns, list):
            return tuple(self.shaped(mixed, one) for one in returns)
        count = 1
        for size in returns:
            count = count * size
        return (mixed.mean() + torch.linspace(0.1, 0.9, count).to(mixed) * self.weight.to(mixed)).reshape(returns)
'''


def _tensor(spec: Spec) -> str:
    shape = ", ".join(map(str, spec.shape))
    sizes = shape or "()"
    if spec.numbers is not None:
        known = f"torch.tensor({list(spec.numbers)}).reshape({sizes})"
        return f"{known}.requires_grad_()" if spec.dtype == "float" and spec.value != "plain" else known
    if spec.dtype == "long":
        return f"torch.randint({spec.value or 2}, {spec.shape})"
    if spec.dtype == "bool":
        count = 1
        for size in spec.shape:
            count *= size
        return (
            f"torch.arange({count}).reshape({sizes}) % 3 != 1"
            if spec.value is None
            else f"torch.ones({sizes}).bool()"
        )
    if spec.dtype == "complex":
        return f"torch.complex(torch.rand({sizes}), torch.rand({sizes})).requires_grad_()"
    if spec.value == "plain":
        return f"(0.1 + 0.8 * torch.rand({sizes}))"
    return f"(0.1 + 0.8 * torch.rand({sizes})).requires_grad_()"


def _ask(call: str, sources: list[str]) -> str:
    return f"result = {call}\ntotal(result).backward()"


TORCH = Dialect(
    header="import torch\ntorch.manual_seed(0)\n{double}",
    double="torch.set_default_dtype(torch.float64)",
    total=_TOTAL,
    surrogate=_SURROGATE,
    module="torch.nn.Module",
    tensor=_tensor,
    ask=_ask,
    copy="{}.clone()",
    generator="torch.Generator().manual_seed(0)",
    optimizer="torch.optim.SGD({}.parameters(), lr=0.1)",
    frameworks=frozenset({"torch", "numpy"}),
)
