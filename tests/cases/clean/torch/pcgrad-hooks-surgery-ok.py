# framework: torch
# verdict: clean
# seen: gradients cloned, projected and written to p.grad; hooks record norms
"""Gradient surgery: everything happens on .grad, after backward."""
import random

import torch
import torch.nn as nn
import torch.nn.functional as F


class PCGrad:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    @property
    def params(self):
        return [p for g in self.optimizer.param_groups for p in g["params"]]

    def _flat_grad(self, loss):
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward(retain_graph=True)
        return torch.cat([(torch.zeros_like(p) if p.grad is None else p.grad.clone()).flatten() for p in self.params])

    def pc_backward(self, objectives):
        grads = [self._flat_grad(obj) for obj in objectives]
        projected = [g.clone() for g in grads]
        for g_i in projected:
            for g_j in random.sample(grads, len(grads)):
                dot = torch.dot(g_i, g_j)
                if dot < 0:
                    g_i -= dot * g_j / (g_j.norm() ** 2 + 1e-12)
        merged, offset = torch.stack(projected).mean(0), 0
        for p in self.params:
            n = p.numel()
            p.grad = merged[offset : offset + n].view_as(p).clone()
            offset += n

    def step(self):
        self.optimizer.step()


class GradStats:
    def __init__(self, model):
        self.norms, self.handles = {}, []
        for name, p in model.named_parameters():
            self.handles.append(p.register_hook(self._hook(name)))

    def _hook(self, name):
        def record(grad):
            self.norms.setdefault(name, []).append(grad.norm().item())

        return record

    def close(self):
        for h in self.handles:
            h.remove()


def add_gradient_noise(model, step, eta=0.01, gamma=0.55):
    for p in model.parameters():
        p.grad += torch.randn_like(p.grad) * (eta / (1 + step) ** gamma) ** 0.5


def main(steps=3):
    torch.manual_seed(0), random.seed(0)
    model = nn.ModuleDict({"trunk": nn.Linear(6, 12), "a": nn.Linear(12, 1), "b": nn.Linear(12, 2)})
    opt, stats = PCGrad(torch.optim.SGD(model.parameters(), lr=0.05)), GradStats(model)
    for step in range(steps):
        x = torch.randn(16, 6)
        h = torch.relu(model["trunk"](x))
        opt.pc_backward([F.mse_loss(model["a"](h), x[:, :1]), F.cross_entropy(model["b"](h), (x[:, 0] > 0).long())])
        total = torch.sqrt(sum(p.grad.detach().pow(2).sum() for p in model.parameters())).item()
        if step:
            add_gradient_noise(model, step)
        opt.step()
        print(f"step {step} |g| {total:.3f}")
    stats.close()
    return model, stats


if __name__ == "__main__":
    model, stats = main()
    assert len(stats.norms["trunk.weight"]) == 6
    assert all(p.grad.abs().sum() > 0 for p in model.parameters())
