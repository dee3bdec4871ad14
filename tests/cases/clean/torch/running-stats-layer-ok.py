# framework: torch
# verdict: clean
# seen: buffers updated from detached statistics, data-dependent init under no_grad, detached normaliser
"""Activation normalisation layers that keep statistics next to the graph."""
import torch
import torch.nn as nn


class RunningNorm(nn.Module):
    def __init__(self, dim, momentum=0.1, eps=1e-5):
        super().__init__()
        self.gain, self.shift = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))
        self.momentum, self.eps = momentum, eps
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("var", torch.ones(dim))
        self.register_buffer("steps", torch.tensor(0, dtype=torch.long))

    def forward(self, x):
        if self.training:
            mu, var = x.mean(0), x.var(0, unbiased=False)
            self.mean.lerp_(mu.detach(), self.momentum)
            self.var.mul_(1 - self.momentum).add_(self.momentum * var.detach())
            self.steps += 1
        else:
            mu, var = self.mean, self.var
        return (x - mu) * torch.rsqrt(var + self.eps) * self.gain + self.shift


class ActNorm(nn.Module):
    """Data-dependent initialisation on the first batch."""

    def __init__(self, dim):
        super().__init__()
        self.log_s, self.b = nn.Parameter(torch.zeros(dim)), nn.Parameter(torch.zeros(dim))
        self.register_buffer("ready", torch.tensor(False))

    def forward(self, x):
        if not self.ready.item():
            with torch.no_grad():
                self.b.copy_(-x.mean(0))
                self.log_s.data = -torch.log(x.std(0) + 1e-6)
                self.ready.fill_(True)
        return (x + self.b) * self.log_s.exp()


class ReturnNormalizer:
    def __init__(self):
        self.lo, self.hi = torch.zeros(()), torch.ones(())

    def __call__(self, t):
        flat = t.detach().flatten()
        self.lo = 0.9 * self.lo + 0.1 * torch.quantile(flat, 0.05)
        self.hi = 0.9 * self.hi + 0.1 * torch.quantile(flat, 0.95)
        return t / torch.clamp(self.hi - self.lo, min=1.0)


def train(steps=4):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), RunningNorm(8), nn.Tanh(), ActNorm(8), nn.Linear(8, 1))
    scale = ReturnNormalizer()
    opt = torch.optim.RAdam(net.parameters(), lr=1e-2)
    for _ in range(steps):
        x = torch.randn(16, 4)
        err = scale(net(x)) - x.sum(1, keepdim=True)
        loss = err.square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return net


if __name__ == "__main__":
    net = train()
    assert net[1].steps == 4 and bool(net[3].ready)
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for n, p in net.named_parameters() if n != "0.bias")
