import torch

from .pde import burgers_residual
from .sampling import CollocationSampler, residual_weights


class Solver:
    def __init__(self, model, n=32, lr=1e-3, lbfgs_steps=2):
        self.model = model
        self.sampler = CollocationSampler(n)
        self.adam = torch.optim.Adam(model.parameters(), lr=lr)
        self.lbfgs = torch.optim.LBFGS(model.parameters(), max_iter=3)
        self.lbfgs_steps = lbfgs_steps

    def loss(self):
        x, t = self.sampler.interior()
        res = burgers_residual(self.model, x, t)
        w = residual_weights(res)
        x0, t0, u0 = self.sampler.initial()
        ic = (self.model(x0, t0) - u0).pow(2).mean()
        return (w * res.pow(2)).mean() + 10 * ic

    def fit(self, steps):
        for i in range(steps):
            self.adam.zero_grad()
            loss = self.loss()
            loss.backward()
            self.adam.step()
        for _ in range(self.lbfgs_steps):
            def closure():
                loss = self.loss()
                loss.backward()  # HAZARD no-zero GL601
                return loss
            self.lbfgs.step(closure)
        return loss.item()
