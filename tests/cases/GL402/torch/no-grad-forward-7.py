# framework: torch
# verdict: caught
# seen: forward inside a context manager that holds no_grad; backward raises
"""Contrastive pretraining; a context manager meant for evaluation is used in the step."""
from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F


@contextmanager
def evaluating(model):
    was = model.training
    model.eval()
    with torch.no_grad():
        yield model
    model.train(was)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


class Pretrainer:
    def __init__(self):
        self.encoder = Encoder()
        self.opt = torch.optim.Adam(self.encoder.parameters(), lr=1e-3)

    def embed(self, x):
        with evaluating(self.encoder) as enc:
            return enc(x)  # HAZARD GL402

    def step(self, x):
        a, b = self.embed(x), self.embed(x + 0.1 * torch.randn_like(x))
        logits = a @ b.t() / 0.2
        loss = F.cross_entropy(logits, torch.arange(len(x)))
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


if __name__ == "__main__":
    try:
        Pretrainer().step(torch.randn(8, 5))
    except RuntimeError as e:
        assert "does not require grad" in str(e)
    else:
        raise AssertionError
