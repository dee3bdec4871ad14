# framework: torch
# verdict: clean
# seen: hand-written adjoint: same gradients as through the solver
"""Neural ODE with fixed-step RK4 and a hand-written adjoint."""
import torch
import torch.nn as nn


def rk4(f, y, t0, t1, steps):
    h = (t1 - t0) / steps
    t = t0
    for _ in range(steps):
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t = t + h
    return y


class AdjointSolve(torch.autograd.Function):
    @staticmethod
    def forward(ctx, func, steps, y0, *params):
        with torch.no_grad():
            y1 = rk4(func, y0, 0.0, 1.0, steps)
        ctx.func, ctx.steps = func, steps
        ctx.save_for_backward(y1, *params)
        return y1

    @staticmethod
    def backward(ctx, grad_y1):
        y1, *params = ctx.saved_tensors
        sizes = [y1.numel(), y1.numel()] + [p.numel() for p in params]

        def augmented(t, state):
            y, a = state[: sizes[0]].view_as(y1), state[sizes[0] : 2 * sizes[0]].view_as(y1)
            with torch.enable_grad():
                y = y.detach().requires_grad_(True)
                dy = ctx.func(t, y)
                grads = torch.autograd.grad(dy, (y, *params), -a, allow_unused=True)
            parts = [torch.zeros_like(p) if g is None else g for p, g in zip((y, *params), grads)]
            return torch.cat([dy.detach().flatten(), *(g.flatten() for g in parts)])

        zeros = [torch.zeros_like(p).flatten() for p in params]
        state = torch.cat([y1.flatten(), grad_y1.flatten(), *zeros])
        state = rk4(augmented, state, 1.0, 0.0, ctx.steps)
        _, gy0, *gp = state.split(sizes)
        return (None, None, gy0.view_as(y1), *(g.view_as(p) for g, p in zip(gp, params)))


class Field(nn.Module):
    def __init__(self, d=2):
        super().__init__()
        self.l1, self.l2 = nn.Linear(d + 1, 12), nn.Linear(12, d)

    def forward(self, t, y):
        tt = y.new_full((len(y), 1), t)
        return self.l2(torch.tanh(self.l1(torch.cat([y, tt], 1))))


def odeint(field, y0, steps=20):
    return AdjointSolve.apply(field, steps, y0, *field.parameters())


def train(iters=4):
    field = Field()
    opt = torch.optim.Adam(field.parameters(), 1e-2)
    for _ in range(iters):
        y0 = torch.randn(16, 2)
        loss = (odeint(field, y0) - y0.flip(1)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return field


if __name__ == "__main__":
    torch.manual_seed(0)
    assert all(p.grad.abs().sum() > 0 for p in train().parameters())
    field, y0 = Field().double(), torch.randn(3, 2, dtype=torch.double)
    direct = torch.autograd.grad(rk4(field, y0, 0.0, 1.0, 20).square().sum(), list(field.parameters()))
    adjoint = torch.autograd.grad(odeint(field, y0).square().sum(), list(field.parameters()))
    assert all(torch.allclose(a, b, rtol=1e-4, atol=1e-6) for a, b in zip(direct, adjoint))
