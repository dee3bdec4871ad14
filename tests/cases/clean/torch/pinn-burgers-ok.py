# framework: torch
# verdict: clean
# seen: nested autograd.grad with create_graph; floats in logs; no_grad .numpy() at the end
import numpy as np
import torch
import torch.nn as nn


def grad(u, x):
    return torch.autograd.grad(u, x, grad_outputs=torch.ones_like(u), create_graph=True, retain_graph=True)[0]


class PINN(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))
        self.log_nu = nn.Parameter(torch.tensor(float(np.log(0.05))))

    def forward(self, t, x):
        return self.net(torch.cat([t, x], dim=1))

    def residual(self, t, x):
        t, x = t.requires_grad_(True), x.requires_grad_(True)
        u = self(t, x)
        u_t, u_x = grad(u, t), grad(u, x)
        u_xx = grad(u_x, x)
        return u_t + u * u_x - self.log_nu.exp() * u_xx


class Problem:
    def __init__(self, n_f=40, n_b=20, seed=0):
        rng = np.random.default_rng(seed)
        as_t = lambda a: torch.tensor(a, dtype=torch.float32)
        self.t_f, self.x_f = as_t(rng.random((n_f, 1))), as_t(rng.uniform(-1, 1, (n_f, 1)))
        x0 = rng.uniform(-1, 1, (n_b, 1))
        self.x_0, self.u_0 = as_t(x0), as_t(-np.sin(np.pi * x0))
        self.t_0 = torch.zeros_like(self.x_0)


def fit(problem, adam=5, lbfgs=3):
    torch.manual_seed(0)
    model, log = PINN(), []

    def losses():
        pde = model.residual(problem.t_f, problem.x_f).pow(2).mean()
        ic = (model(problem.t_0, problem.x_0) - problem.u_0).pow(2).mean()
        return {"pde": pde, "ic": ic}

    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(adam):
        opt.zero_grad()
        parts = losses()
        (parts["pde"] + 10 * parts["ic"]).backward()
        opt.step()
        log.append({k: v.item() for k, v in parts.items()})

    second = torch.optim.LBFGS(model.parameters(), max_iter=lbfgs, line_search_fn="strong_wolfe")

    def closure():
        second.zero_grad()
        total = sum(losses().values())
        total.backward()
        log.append(float(total.detach()))
        return total

    second.step(closure)
    with torch.no_grad():
        field = model(problem.t_0, problem.x_0).numpy()
    return model, log, field


if __name__ == "__main__":
    model, log, field = fit(Problem())
    assert field.shape == (20, 1) and len(log) > 5
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
