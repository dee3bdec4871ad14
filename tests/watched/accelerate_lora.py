"""Low-rank adapters on a frozen layer, trained with Accelerate."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from torch import nn


class LoRA(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base
        for parameter in self.base.parameters():
            parameter.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.down.T @ self.up.T


def main():
    torch.manual_seed(9)
    accelerator = Accelerator(cpu=True)
    model = LoRA(nn.Linear(6, 3))
    optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), lr=1e-2)
    model, optimizer = accelerator.prepare(model, optimizer)
    for step in range(6):
        x = torch.randn(16, 6)
        loss = F.mse_loss(model(x), x[:, :3].cumsum(1))
        optimizer.zero_grad()
        accelerator.backward(loss)
        optimizer.step()
        print(step, loss.item().hex())


if __name__ == "__main__":
    main()
