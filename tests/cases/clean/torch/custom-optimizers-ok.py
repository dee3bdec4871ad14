# framework: torch
# verdict: clean
# seen: Muon, SAM and Lookahead written as Optimizer subclasses under no_grad; closures re-enable gradients
from functools import wraps

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import Optimizer


def newton_schulz(g, steps=5, eps=1e-7):
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g / (g.norm() + eps)
    if transposed := x.size(0) > x.size(1):
        x = x.T
    for _ in range(steps):
        m = x @ x.T
        x = a * x + (b * m + c * m @ m) @ x
    return x.T if transposed else x


class Muon(Optimizer):
    def __init__(self, params, lr=0.02, momentum=0.9, nesterov=True):
        super().__init__(params, dict(lr=lr, momentum=momentum, nesterov=nesterov))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if "buf" not in state:
                    state["buf"] = torch.zeros_like(p)
                buf = state["buf"]
                buf.mul_(group["momentum"]).add_(p.grad)
                g = p.grad.add(buf, alpha=group["momentum"]) if group["nesterov"] else buf
                if g.ndim == 2:
                    g = newton_schulz(g).mul_(max(1, g.size(0) / g.size(1)) ** 0.5)
                p.add_(g, alpha=-group["lr"])
        return loss


class SAM(Optimizer):
    def __init__(self, params, base, rho=0.05, **kwargs):
        super().__init__(params, dict(rho=rho, **kwargs))
        self.base = base(self.param_groups, **kwargs)
        self.param_groups = self.base.param_groups

    @torch.no_grad()
    def ascend(self):
        norm = torch.norm(torch.stack([p.grad.norm() for g in self.param_groups for p in g["params"] if p.grad is not None]))
        for group in self.param_groups:
            scale = group["rho"] / (norm + 1e-12)
            for p in group["params"]:
                if p.grad is None:
                    continue
                self.state[p]["old"] = p.data.clone()
                p.add_(p.grad * scale)
        self.zero_grad()

    @torch.no_grad()
    def descend(self):
        for group in self.param_groups:
            for p in group["params"]:
                if "old" in self.state[p]:
                    p.data = self.state[p]["old"]
        self.base.step()
        self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        closure = torch.enable_grad()(closure)
        self.ascend()
        closure()
        self.descend()


class Lookahead:
    def __init__(self, inner, k=3, alpha=0.5):
        self.inner, self.k, self.alpha, self.t = inner, k, alpha, 0
        self.slow = [[p.detach().clone() for p in g["params"]] for g in inner.param_groups]

    def zero_grad(self):
        self.inner.zero_grad()

    def step(self, closure=None):
        loss = self.inner.step(closure)
        self.t += 1
        if self.t % self.k == 0:
            for group, slow in zip(self.inner.param_groups, self.slow):
                for p, s in zip(group["params"], slow):
                    s.add_(p.detach() - s, alpha=self.alpha)
                    p.data.copy_(s)
        return loss


def timed(fn):
    @wraps(fn)
    def inner(*args, **kwargs):
        inner.calls += 1
        return fn(*args, **kwargs)

    inner.calls = 0
    return inner


@timed
def loss_fn(model, batch):
    x, y = batch
    return F.cross_entropy(model(x), y)


def run(name, steps=20):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
    x = torch.randn(48, 5)
    batch = (x, x[:, :3].argmax(1))
    opt = {
        "muon": lambda ps: Muon(ps),
        "lookahead": lambda ps: Lookahead(torch.optim.SGD(ps, lr=0.3)),
        "sam": lambda ps: SAM(ps, torch.optim.SGD, lr=0.3),
    }[name](model.parameters())
    trace = []
    for _ in range(steps):

        def closure():
            opt.zero_grad()
            loss = loss_fn(model, batch)
            loss.backward()
            return loss

        if isinstance(opt, SAM):
            loss = closure()
            opt.step(lambda: loss_fn(model, batch).backward())
        else:
            loss = opt.step(closure)
        trace.append(loss.item())
    return trace


if __name__ == "__main__":
    for name in ("muon", "lookahead", "sam"):
        trace = run(name)
        assert trace[-1] < trace[0] * 0.9, (name, trace)
