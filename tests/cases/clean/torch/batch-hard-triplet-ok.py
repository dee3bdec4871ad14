# framework: torch
# verdict: clean
# seen: hard pairs mined under no_grad (in-place on d there), indices into live embeddings, sqrt(x + eps), item() as divisor
from typing import NamedTuple

import torch
import torch.nn as nn
import torch.nn.functional as F


class Mined(NamedTuple):
    anchor: torch.Tensor
    positive: torch.Tensor
    negative: torch.Tensor


def pairwise_sq(x):
    dot = x @ x.t()
    sq = dot.diagonal()
    return (sq.unsqueeze(0) - 2 * dot + sq.unsqueeze(1)).clamp_min(0)


class BatchHardMiner:
    @torch.no_grad()
    def __call__(self, emb, labels) -> Mined:
        d = pairwise_sq(emb)
        same = labels.unsqueeze(0) == labels.unsqueeze(1)
        pos = d.clone()
        pos[~same] = -1.0
        pos.fill_diagonal_(-1.0)
        neg = d.masked_fill_(same, float("inf"))
        hardest_pos, hardest_neg = pos.argmax(1), neg.argmin(1)
        keep = (pos.gather(1, hardest_pos[:, None]) > 0).squeeze(1)
        a = torch.arange(len(emb))[keep]
        return Mined(a, hardest_pos[keep], hardest_neg[keep])


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 4))

    def forward(self, x):
        return F.normalize(self.net(x), dim=1)


def safe_distance(a, b, eps=1e-8):
    return torch.sqrt((a - b).pow(2).sum(1) + eps)


def train(steps=5, margin=0.5):
    model, miner = Embedder(), BatchHardMiner()
    opt = torch.optim.Adam(model.parameters(), 1e-2)
    active = []
    for _ in range(steps):
        labels = torch.arange(4).repeat_interleave(4)
        x = torch.randn(4, 6)[labels] + 0.3 * torch.randn(16, 6)
        emb = model(x)
        a, p, n = miner(emb, labels)
        hinge = F.relu(safe_distance(emb[a], emb[p]) - safe_distance(emb[a], emb[n]) + margin)
        loss = hinge.sum() / max((hinge > 0).sum().item(), 1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        active.append((hinge > 0).float().mean().item())
    return model, active


if __name__ == "__main__":
    torch.manual_seed(0)
    model, active = train()
    assert active[0] > 0
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
