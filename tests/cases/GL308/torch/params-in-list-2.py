# framework: torch
# verdict: none
# seen: parameters kept in a plain dict by a mixin: not in parameters(), never moved
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class AdapterSpec:
    tasks: tuple[str, ...] = ("en", "de", "fr")
    rank: int = 2


class TaskVectors:
    """Adds one learnt vector per task to whatever module mixes it in."""

    def build_task_vectors(self, spec, dim):
        self.spec = spec
        self.vectors = {t: nn.Parameter(torch.randn(dim) * 0.1) for t in spec.tasks}  # HAZARD GL308

    def shift(self, h, task):
        return h + self.vectors[task]


class Translator(TaskVectors, nn.Module):
    def __init__(self, dim=6, spec=AdapterSpec()):
        nn.Module.__init__(self)
        self.body = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)
        self.build_task_vectors(spec, dim)

    def forward(self, x, task):
        return self.norm(self.shift(F.relu(self.body(x)), task))


def train(model, batches, lr=0.1):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    for task, x, y in batches:
        opt.zero_grad()
        loss = F.mse_loss(model(x, task), y)
        loss.backward()
        opt.step()
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Translator()
    before = model.vectors["de"].detach().clone()
    train(model, [("de", torch.randn(4, 6), torch.randn(4, 6)) for _ in range(5)])
    assert torch.equal(before, model.vectors["de"]) and model.vectors["de"].grad is not None
    assert len(list(model.parameters())) == 4
