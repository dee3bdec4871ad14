# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch as th
from torch import Tensor, nn


def make_model() -> nn.Module:
    return nn.Sequential(nn.Linear(3, 16), nn.SiLU(), nn.Linear(16, 1))


@th.inference_mode()
def energy(model: nn.Module, positions: Tensor) -> Tensor:
    pairs = positions.unsqueeze(0) - positions.unsqueeze(1)
    return model(pairs).sum()


def fit(model: nn.Module, frames: list[Tensor], labels: list[float]) -> None:
    opt = th.optim.Adam(model.parameters(), lr=1e-3)
    for frame, label in zip(frames, labels):
        opt.zero_grad()
        gap = energy(model, frame) - label  # HAZARD GL402
        loss = gap ** 2
        loss.backward()
        opt.step()


th.manual_seed(0)
fit(make_model(), [th.randn(4, 3) for _ in range(3)], [0.5, -0.2, 0.1])
