# framework: torch
# verdict: clean
# seen: HVP with create_graph, CG in-place on graph-free vectors, line search with item(), vector_to_parameters
"""Hessian-vector products, conjugate gradients and a truncated Newton step."""
import torch
import torch.nn as nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters


def hvp(loss_fn, params, v):
    grads = torch.autograd.grad(loss_fn(), params, create_graph=True)
    flat = torch.cat([g.reshape(-1) for g in grads])
    out = torch.autograd.grad(flat @ v.detach(), params)
    return torch.cat([g.reshape(-1) for g in out])


def conjugate_gradient(avp, b, iters=10, tol=1e-10):
    x, r = torch.zeros_like(b), b.clone()
    p, rs = r.clone(), r @ r
    for _ in range(iters):
        Ap = avp(p)
        alpha = rs / (p @ Ap + 1e-12)
        x += alpha * p
        r -= alpha * Ap
        new = r @ r
        if new.item() < tol:
            break
        p = r + (new / rs) * p
        rs = new
    return x


class NewtonCG:
    def __init__(self, model, damping=1.0):
        self.model, self.damping = model, damping
        self.params = [p for p in model.parameters() if p.requires_grad]

    def step(self, closure):
        loss = closure()
        g = torch.cat([t.reshape(-1) for t in torch.autograd.grad(loss, self.params)])
        direction = conjugate_gradient(lambda v: hvp(closure, self.params, v) + self.damping * v, -g)
        theta = parameters_to_vector(self.params).detach()
        base, scale = loss.item(), 1.0
        while scale > 1e-4:
            vector_to_parameters(theta + scale * direction, self.params)
            with torch.no_grad():
                if closure().item() <= base:
                    return base
            scale *= 0.5
        vector_to_parameters(theta, self.params)
        return base


def hutchinson_trace(loss_fn, params, samples=4):
    n = sum(p.numel() for p in params)
    est = 0.0
    for _ in range(samples):
        z = torch.randint(0, 2, (n,)).float().mul_(2).sub_(1)
        est += (z @ hvp(loss_fn, params, z)).item()
    return est / samples


def main(steps=4):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
    x = torch.randn(32, 3)
    y = x.sin().sum(1, keepdim=True)
    closure = lambda: (model(x) - y).square().mean()
    newton = NewtonCG(model)
    history = [newton.step(closure) for _ in range(steps)]
    return history, hutchinson_trace(closure, newton.params)


if __name__ == "__main__":
    history, trace = main()
    assert history[-1] < history[0] and trace == trace
    w = torch.randn(3, requires_grad=True)
    v = torch.randn(3)
    assert torch.allclose(hvp(lambda: (w**3).sum(), [w], v), 6 * w.detach() * v)
