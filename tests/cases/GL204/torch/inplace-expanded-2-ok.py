# framework: torch
# verdict: clean
# seen: torch.Size([4])
import torch as th
from torch import Tensor, nn


def tile_bias(scale: nn.Linear, level: Tensor, rows: int) -> Tensor:
    return scale(level).unsqueeze(0).repeat(rows, 1)


class Calibrator:
    def __init__(self, classes: int) -> None:
        self.scale = nn.Linear(1, classes)
        self.opt = th.optim.SGD(self.scale.parameters(), lr=0.5)

    def fit_batch(self, logits: Tensor, target: Tensor) -> float:
        shift = tile_bias(self.scale, th.ones(1), len(logits))
        shift.add_(logits)
        mask = th.zeros(1, logits.shape[1]).expand(len(logits), -1)
        loss = nn.functional.cross_entropy(shift + mask, target)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


th.manual_seed(0)
calibrator = Calibrator(classes=4)
logits, target = th.randn(10, 4), th.zeros(10, dtype=th.long)
trace = [calibrator.fit_batch(logits, target) for _ in range(20)]
print("OBSERVED", "clean" if trace[-1] < 0.7 * trace[0] else "wrong", calibrator.scale.bias.grad.shape)
