# framework: torch
# verdict: wrong
# seen: zero gradient
import torch


class Round(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.tensor([0.6, 1.7]))

    def forward(self, x):
        s = self.scale * 1.0
        hard = s.round()
        soft = s + hard.detach() - s  # HAZARD GL411
        return x * soft


layer = Round()
loss = layer(torch.tensor([1.0, 2.0])).sum()
loss.backward()
assert layer.scale.grad.abs().sum() == 0
