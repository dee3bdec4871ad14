# framework: torch
# verdict: clean
# seen: Gumbel ST, rounding with (round(x) - x).detach(), LSQ step, observers on detached values
"""Discrete latents and fake quantisation, all with straight-through estimators."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def gumbel_softmax_hard(logits, tau):
    g = -torch.empty_like(logits).exponential_().log()
    soft = ((logits + g) / tau).softmax(-1)
    index = soft.max(-1, keepdim=True)[1]
    hard = torch.zeros_like(logits).scatter_(-1, index, 1.0)
    return hard - soft.detach() + soft


def ste_round(x):
    return x + (torch.round(x) - x).detach()


class MinMaxObserver(nn.Module):
    def __init__(self, momentum=0.9):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("lo", torch.tensor(float("inf")))
        self.register_buffer("hi", torch.tensor(float("-inf")))

    def forward(self, x):
        if self.training:
            lo, hi = x.detach().min(), x.detach().max()
            if torch.isinf(self.lo):
                self.lo.copy_(lo), self.hi.copy_(hi)
            else:
                self.lo.mul_(self.momentum).add_(lo * (1 - self.momentum))
                self.hi.mul_(self.momentum).add_(hi * (1 - self.momentum))
        return x


class FakeQuant(nn.Module):
    def __init__(self, bits=4):
        super().__init__()
        self.levels, self.observer = 2**bits - 1, MinMaxObserver()

    def forward(self, x):
        self.observer(x)
        scale = ((self.observer.hi - self.observer.lo) / self.levels).clamp(min=1e-8)
        q = ste_round((x - self.observer.lo) / scale)
        q = q + (q.clamp(0, self.levels) - q).detach()
        return q * scale + self.observer.lo


class LSQ(nn.Module):
    """Learned step size: the step is trained through the rounding residue."""

    def __init__(self, step=0.1, q=7):
        super().__init__()
        self.step, self.q = nn.Parameter(torch.tensor(step)), q

    def forward(self, w):
        g = 1.0 / (w.numel() * self.q) ** 0.5
        s = self.step * g + (self.step - self.step * g).detach()
        return ste_round((w / s).clamp(-self.q, self.q)) * s


class DiscreteAE(nn.Module):
    def __init__(self, d=8, groups=2, codes=4):
        super().__init__()
        self.shape = (groups, codes)
        self.enc, self.dec = nn.Linear(d, groups * codes), nn.Linear(groups * codes, d)
        self.wq, self.aq = LSQ(), FakeQuant()

    def forward(self, x, tau):
        logits = F.linear(x, self.wq(self.enc.weight), self.enc.bias).view(len(x), *self.shape)
        z = gumbel_softmax_hard(logits, tau)
        return self.dec(self.aq(z.flatten(1) + 0.1 * logits.flatten(1))), logits


def train(steps=5):
    torch.manual_seed(0)
    model = DiscreteAE()
    opt = torch.optim.Adam(model.parameters(), 1e-2)
    usage = torch.zeros(4)
    for i in range(steps):
        x = torch.randn(32, 8)
        out, logits = model(x, tau=max(0.5, 1.0 * 0.9**i))
        loss = F.mse_loss(out, x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        usage += torch.bincount(logits.argmax(-1).flatten(), minlength=4)
    return model, usage


if __name__ == "__main__":
    model, usage = train()
    assert usage.sum() == 5 * 64
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
