"""A small regression in PyTorch with three broken gradients."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(4, 16)
        self.out = nn.Linear(16, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.sigmoid(self.hidden(x))
        h += 0.1  # sigmoid keeps its result for the backward pass
        return self.out(h)


def train(model: Model, batches: list[tuple[torch.Tensor, torch.Tensor]]) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, target in batches:
        optimizer.zero_grad()
        prediction = model(x)
        error = ((prediction - target) ** 2).mean()
        penalty = sum(p.pow(2).sum().item() for p in model.parameters())
        loss = error + 0.01 * penalty  # the penalty is a number: it has no gradient
        loss.backward()
        optimizer.step()
        print(f"loss {loss.item():.3f}")  # fine: this is only a log


def fit_scale(x: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    scale = torch.ones(1, requires_grad=True)
    scale.mul_(0.5)  # a leaf that requires grad cannot be changed in place
    for _ in range(100):
        loss = ((scale * x - target) ** 2).sum()
        loss.backward()
        with torch.no_grad():
            scale -= 0.01 * scale.grad  # fine: not recorded
            scale.grad.zero_()
    return scale


if __name__ == "__main__":
    torch.manual_seed(0)
    data = [(torch.randn(8, 4), torch.randn(8, 1)) for _ in range(3)]
    train(Model(), data)
    fit_scale(torch.randn(8), torch.randn(8))
