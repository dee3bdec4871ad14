# framework: torch
# verdict: none
# seen: the first checkpointed stage sees only the raw batch; its parameters get no gradient
from functools import partial

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Stage(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.fc = nn.Linear(d_in, d_out)

    def forward(self, x):
        return torch.relu(self.fc(x))


class Encoder(nn.Module):
    def __init__(self, dims=(4, 8, 8), gradient_checkpointing=False):
        super().__init__()
        self.stages = nn.ModuleList(Stage(a, b) for a, b in zip(dims, dims[1:]))
        self.head = nn.Linear(dims[-1], 2)
        self._ckpt = partial(checkpoint, use_reentrant=True) if gradient_checkpointing else None

    def forward(self, batch):
        x = batch["x"]
        first, *rest = self.stages
        if self._ckpt is not None and self.training:
            x = checkpoint(first, x, use_reentrant=True)  # HAZARD GL407
        else:
            x = first(x)
        for stage in rest:
            x = stage(x)
        return self.head(x)


def collate(n):
    return {"x": torch.randn(n, 4), "y": torch.randint(0, 2, (n,))}


def train(model, steps=2):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        batch = collate(6)
        loss = nn.functional.cross_entropy(model(batch), batch["y"])
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Encoder(gradient_checkpointing=True)
    train(model)
    assert model.stages[0].fc.weight.grad is None and model.stages[1].fc.weight.grad is not None
