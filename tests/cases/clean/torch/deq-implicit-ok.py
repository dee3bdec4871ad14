# framework: torch
# verdict: clean
# seen: fixed point under no_grad, one live step and a hook with the implicit gradient; gradcheck passes
"""Deep equilibrium block: solve without a graph, attach the implicit gradient with a hook."""
import torch
import torch.nn as nn
from torch import autograd


def anderson_free_solver(f, z0, tol=1e-9, max_iter=200):
    z = z0
    for k in range(max_iter):
        nxt = f(z)
        rel = (nxt - z).norm().item() / (1e-9 + nxt.norm().item())
        z = nxt
        if rel < tol:
            break
    return z, k + 1


class Cell(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.W, self.U = nn.Linear(d, d, bias=False), nn.Linear(d, d)
        with torch.no_grad():
            self.W.weight.mul_(0.4)

    def forward(self, z, x):
        return torch.tanh(self.W(z) + self.U(x))


class DEQ(nn.Module):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell
        self.iters = {"forward": 0, "backward": 0}

    def forward(self, x):
        with torch.no_grad():
            z, self.iters["forward"] = anderson_free_solver(lambda z: self.cell(z, x), torch.zeros_like(x))
        z = self.cell(z, x)
        if not self.training:
            return z
        z0 = z.clone().detach().requires_grad_()
        f0 = self.cell(z0, x)

        def backward_hook(grad):
            g, self.iters["backward"] = anderson_free_solver(
                lambda y: autograd.grad(f0, z0, y, retain_graph=True)[0] + grad, grad
            )
            return g

        z.register_hook(backward_hook)
        return z


def train(steps=3):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 6), DEQ(Cell(6)), nn.Linear(6, 1))
    opt = torch.optim.Adam(model.parameters(), 1e-2)
    for _ in range(steps):
        x = torch.randn(12, 3)
        loss = nn.functional.mse_loss(model(x), x.prod(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    model = train()
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
    deq = DEQ(Cell(3).double())
    assert autograd.gradcheck(deq, (torch.randn(2, 3, dtype=torch.double, requires_grad=True),), atol=1e-5, check_undefined_grad=False)
