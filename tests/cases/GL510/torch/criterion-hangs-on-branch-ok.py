# framework: torch
# verdict: clean
# seen: which loss is taken and what it is given hang on the same switch
import torch
from torch import nn


class Scorer(nn.Module):
    def __init__(self, kind="logits"):
        super().__init__()
        self.kind = kind
        self.linear = nn.Linear(3, 1)
        self.criterion = nn.BCEWithLogitsLoss() if kind == "logits" else nn.MSELoss()

    def forward(self, x, y):
        score = self.linear(x)
        if self.kind == "logits":
            return self.criterion(score, y)
        return self.criterion(torch.sigmoid(score), y)


for kind in ("logits", "squared"):
    model = Scorer(kind)
    model(torch.randn(4, 3), torch.ones(4, 1)).backward()
    assert model.linear.weight.grad is not None
