# framework: torch
# verdict: wrong
# seen: blocks in a list and heads in a dict attribute are not registered; they never move
from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Config:
    width: int = 16
    depth: int = 2
    tasks: tuple = ("valence", "arousal")


class EmotionNet(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.stem = nn.Linear(10, cfg.width)
        self.blocks = [nn.Linear(cfg.width, cfg.width) for _ in range(cfg.depth)]  # HAZARD GL308
        self.heads = {}  # HAZARD GL308
        for task in cfg.tasks:
            self.heads[task] = nn.Linear(cfg.width, 1)

    def forward(self, x):
        h = torch.relu(self.stem(x))
        for block in self.blocks:
            h = h + torch.relu(block(h))
        return {task: head(h).squeeze(-1) for task, head in self.heads.items()}


def train(cfg, steps=3):
    net = EmotionNet(cfg)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(steps):
        x = torch.randn(8, 10)
        out = net(x)
        loss = sum((out[t] - x[:, i]).pow(2).mean() for i, t in enumerate(cfg.tasks))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return net


if __name__ == "__main__":
    torch.manual_seed(0)
    net = train(Config())
    assert len(list(net.parameters())) == 2
    torch.manual_seed(0)
    fresh = EmotionNet(Config())
    assert torch.equal(fresh.heads["valence"].weight, net.heads["valence"].weight)
    assert torch.equal(fresh.blocks[0].weight, net.blocks[0].weight)
