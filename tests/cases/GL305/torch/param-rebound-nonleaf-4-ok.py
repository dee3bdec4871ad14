# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.func import functional_call


def maml_loss(model, support, query, inner=0.1, steps=2):
    fast = dict(model.named_parameters())
    for _ in range(steps):
        loss = (functional_call(model, fast, (support[0],)) - support[1]).pow(2).mean()
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = {k: v - inner * g for (k, v), g in zip(fast.items(), grads)}
    return (functional_call(model, fast, (query[0],)) - query[1]).pow(2).mean()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
meta = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(3):
    tasks = [(torch.randn(5, 1), torch.randn(5, 1)) for _ in range(2)]
    meta.zero_grad()
    maml_loss(model, *tasks).backward()
    meta.step()
z = torch.zeros(3, requires_grad=True)
for _ in range(4):
    (g,) = torch.autograd.grad(((z - 1) ** 2).sum(), z)
    z = (z - 0.1 * g).detach().requires_grad_()
print("OBSERVED", "clean" if model[0].weight.grad.any() and z.sum() > 0 else "wrong")
