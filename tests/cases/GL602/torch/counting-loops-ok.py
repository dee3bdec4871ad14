# framework: torch
# verdict: clean
# seen: step counters decide what runs when: critic ratio, delayed targets, warm-up, accumulation with the loss divided
import copy
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Clock:
    step: int = 0
    micro: int = 0

    def tick(self):
        self.step += 1
        return self.step

    def every(self, n):
        return self.step % n == 0


class WGAN:
    def __init__(self, n_critic=3, clip=0.1):
        self.G, self.D = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
        self.opt_g = torch.optim.RMSprop(self.G.parameters(), lr=1e-2)
        self.opt_d = torch.optim.RMSprop(self.D.parameters(), lr=1e-2)
        self.clock, self.n_critic, self.clip = Clock(), n_critic, clip

    def critic(self, real):
        fake = self.G(torch.randn(len(real), 2)).detach()
        loss = self.D(fake).mean() - self.D(real).mean()
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        for p in self.D.parameters():
            p.data.clamp_(-self.clip, self.clip)
        return loss.item()

    def generator(self, n):
        loss = -self.D(self.G(torch.randn(n, 2))).mean()
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()
        return loss.item()

    def fit(self, batches):
        log = []
        for real in batches:
            d = self.critic(real)
            self.clock.tick()
            if self.clock.every(self.n_critic):
                log.append((d, self.generator(len(real))))
        return log


def accumulate(model, batches, accum=4):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    micro = 0
    running = 0.0
    opt.zero_grad()
    for x, y in batches:
        loss = F.mse_loss(model(x), y)
        (loss / accum).backward()
        running += loss.item()
        micro += 1
        if micro % accum == 0:
            opt.step()
            opt.zero_grad()
    if micro % accum:
        opt.step()
    return running / micro


def accumulate_by_samples(model, batches, target=16):
    """Divides the gradients by the samples seen, once enough have come together."""
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    seen = 0
    opt.zero_grad()
    for x, y in batches:
        F.mse_loss(model(x), y, reduction="sum").backward()
        seen += len(x)
        if seen >= target:
            for p in model.parameters():
                p.grad /= seen
            opt.step()
            opt.zero_grad()
            seen = 0


def target_network(q, batches, sync=3, warmup=2):
    target = copy.deepcopy(q)
    opt = torch.optim.Adam(q.parameters(), lr=1e-2)
    total = updates = 0
    while updates < 6:
        for s, r, s2 in batches:
            total += 1
            if total <= warmup:
                continue
            with torch.no_grad():
                y = r + 0.9 * target(s2).max(-1, keepdim=True).values
            loss = F.smooth_l1_loss(q(s)[:, :1], y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            updates += 1
            if updates % sync == 0:
                target.load_state_dict(q.state_dict())
            if updates >= 6:
                break
    return updates


if __name__ == "__main__":
    torch.manual_seed(0)
    assert len(WGAN().fit([torch.randn(8, 3) for _ in range(9)])) == 3
    pairs = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(10)]
    model = nn.Linear(3, 1)
    assert accumulate(model, pairs) > 0
    accumulate_by_samples(model, pairs)
    assert target_network(nn.Linear(3, 2), [(torch.randn(4, 3), torch.randn(4, 1), torch.randn(4, 3))] * 3) == 6
