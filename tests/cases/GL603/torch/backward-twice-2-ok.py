# framework: torch
# verdict: clean
# seen: 120
import torch
from torch import nn
from torch.nn import functional as F


def meta_step(model, optimizer, tasks, inner_lr=0.1):
    """One MAML update: each task adapts a copy of the weights, the sum of what is left is minimised."""
    names = [name for name, _ in model.named_parameters()]
    optimizer.zero_grad()
    for x, y in tasks:
        params = dict(model.named_parameters())
        inner = F.mse_loss(torch.func.functional_call(model, params, (x[:5],)), y[:5])
        grads = torch.autograd.grad(inner, list(params.values()), create_graph=True)
        adapted = {name: params[name] - inner_lr * g for name, g in zip(names, grads)}
        outer = F.mse_loss(torch.func.functional_call(model, adapted, (x[5:],)), y[5:])
        (outer / len(tasks)).backward()
    optimizer.step()
    return outer.item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
tasks = []
for phase in (0.0, 1.0, 2.0):
    x = torch.rand(10, 1) * 4
    tasks.append((x, torch.sin(x + phase)))
fresh = []
model[0].bias.register_hook(lambda g: fresh.append(g.norm().item()))
history = [meta_step(model, optimizer, tasks) for _ in range(20)]
print("OBSERVED", "clean" if len(fresh) == 120 and history[-1] < history[0] else "wrong", len(fresh))
