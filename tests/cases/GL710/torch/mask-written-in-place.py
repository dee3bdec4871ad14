# framework: torch
# verdict: raises
# seen: RuntimeError: value cannot be converted to type c10::Half without overflow
import torch
from torch import nn


class Scores(nn.Module):
    LOWEST = -1e9

    def __init__(self):
        super().__init__()
        self.q, self.k = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x, hidden):
        scores = self.q(x) @ self.k(x).T
        scores.masked_fill_(hidden, self.LOWEST)  # HAZARD GL710
        return scores.softmax(-1)


model = Scores().half()
model(torch.randn(3, 4).half(), torch.eye(3, dtype=torch.bool)).float().square().mean().backward()
