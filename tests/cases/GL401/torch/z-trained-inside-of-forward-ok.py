# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Explainer(nn.Module):
    """Finds a mask for each input: what forward gives back is the result, and nobody differentiates it."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def fit_mask(self, x):
        self.mask = nn.Parameter(torch.zeros(x.shape[1]))
        optimizer = torch.optim.Adam([{"params": self.mask}], lr=0.1)
        for _ in range(3):
            self.scores = self.mask.sigmoid() * 2
            for each in self.model.modules():
                each.edge_mask = self.scores
            loss = self.model(x)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    def forward(self, x):
        self.fit_mask(x)
        return self.scores.data, self.mask.detach()
