# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass
class LinearModel:
    weight: Tensor
    bias: Tensor

    def predict(self, x: Tensor) -> Tensor:
        return x @ self.weight + self.bias


def make_data(n: int) -> tuple[Tensor, Tensor]:
    x = torch.randn(n, 3)
    return x, x @ torch.tensor([[1.0], [-2.0], [0.5]]) + 0.3


torch.manual_seed(0)
model = LinearModel(weight=torch.zeros(3, 1), bias=torch.zeros(1))
x, y = make_data(40)
for epoch in range(10):
    loss = ((model.predict(x) - y) ** 2).mean()
    loss.backward()  # HAZARD GL301
    with torch.no_grad():
        for p in (model.weight, model.bias):
            p -= 0.1 * p.grad
            p.grad = None
