# framework: torch
# verdict: caught
# seen: g *= mask on a sigmoid result that backward needs; raises
import torch
from torch import nn


class GatedUnit(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.value = nn.Linear(d, d)
        self.gate = nn.Linear(d, d)

    def _gate(self, x, keep):
        g = torch.sigmoid(self.gate(x))
        if keep is not None:
            g *= keep.unsqueeze(-1)  # HAZARD GL203
        return g

    def forward(self, x, keep=None):
        return self._gate(x, keep) * self.value(x)


class Classifier(nn.Module):
    def __init__(self, d=6, depth=2):
        super().__init__()
        self.units = nn.ModuleList([GatedUnit(d) for _ in range(depth)])
        self.out = nn.Linear(d, 2)

    def forward(self, x, keep=None):
        for unit in self.units:
            x = x + unit(x, keep)
        return self.out(x.mean(1))


def training_step(model, batch):
    tokens, keep, label = batch
    return nn.functional.cross_entropy(model(tokens, keep), label)


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Classifier()
    batch = (torch.randn(3, 5, 6), (torch.rand(3, 5) > 0.2).float(), torch.tensor([0, 1, 1]))
    loss = training_step(model, batch)
    try:
        loss.backward()
    except RuntimeError as e:
        assert "modified by an inplace operation" in str(e)
    else:
        raise AssertionError
