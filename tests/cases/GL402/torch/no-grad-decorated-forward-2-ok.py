# framework: torch
# verdict: clean
# seen: torch.Size([16, 3])
import functools

import torch as th
from torch import Tensor, nn


def timed(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return fn(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


@timed
def energy(model: nn.Module, positions: Tensor) -> Tensor:
    pairs = positions.unsqueeze(0) - positions.unsqueeze(1)
    return model(pairs).sum()


@th.inference_mode()
def evaluate(model: nn.Module, frames: list[Tensor], labels: list[float]) -> float:
    gaps = [energy(model, frame).item() - label for frame, label in zip(frames, labels)]
    return sum(gap ** 2 for gap in gaps) / len(gaps)


def fit(model: nn.Module, frames: list[Tensor], labels: list[float], epochs: int) -> None:
    opt = th.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(epochs):
        for frame, label in zip(frames, labels):
            opt.zero_grad()
            loss = (energy(model, frame) - label) ** 2
            loss.backward()
            opt.step()


th.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 16), nn.SiLU(), nn.Linear(16, 1))
frames, labels = [th.randn(4, 3) for _ in range(3)], [0.5, -0.2, 0.1]
before = evaluate(model, frames, labels)
fit(model, frames, labels, epochs=30)
after = evaluate(model, frames, labels)
print("OBSERVED", "clean" if after < before and energy.calls == 96 else "wrong", model[0].weight.grad.shape)
