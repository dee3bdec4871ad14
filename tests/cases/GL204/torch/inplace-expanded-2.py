# framework: torch
# verdict: raises
# seen: RuntimeError: unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.
import torch as th
from torch import Tensor, nn


def tile_bias(scale: nn.Linear, level: Tensor, rows: int) -> Tensor:
    return th.broadcast_to(scale(level), (rows, scale.out_features))


class Calibrator:
    def __init__(self, classes: int) -> None:
        self.scale = nn.Linear(1, classes)
        self.opt = th.optim.SGD(self.scale.parameters(), lr=0.05)

    def fit_batch(self, logits: Tensor, target: Tensor) -> float:
        shift = tile_bias(self.scale, th.ones(1), len(logits))
        shift.add_(logits)  # HAZARD GL204
        loss = nn.functional.cross_entropy(shift, target)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


th.manual_seed(0)
calibrator = Calibrator(classes=4)
for _ in range(3):
    calibrator.fit_batch(th.randn(10, 4), th.randint(0, 4, (10,)))
