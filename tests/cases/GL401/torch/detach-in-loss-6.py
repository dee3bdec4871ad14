# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn
from torch.func import functional_call, grad, vmap


def per_sample_grads(model, x, y):
    params = {k: v.detach() for k, v in model.named_parameters()}

    def loss(p, xi, yi):
        return ((functional_call(model, p, (xi[None],)) - yi) ** 2).mean()

    return vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)


def clipped_noise_free(model, x, y, bound=1.0):
    grads = per_sample_grads(model, x, y)
    norms = torch.stack([g.flatten(1).norm(dim=1) for g in grads.values()]).norm(dim=0)
    scale = (bound / norms.clamp(min=1e-6)).clamp(max=1.0)
    return {k: (scale.view(-1, *[1] * (g.dim() - 1)) * g).mean(0) for k, g in grads.items()}


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(2, 3), nn.Linear(2, 3)
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        fused = self.left(x).detach() * 0.0 + self.right(x)  # HAZARD GL401
        return self.head(fused)


torch.manual_seed(0)
model = Pair()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(4, 2), torch.randn(4, 1)
dp = clipped_noise_free(nn.Linear(2, 1), x, y)
loss = (model(x) - y).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
print("OBSERVED", "none" if model.left.weight.grad is None and dp["weight"].any() else "clean")
