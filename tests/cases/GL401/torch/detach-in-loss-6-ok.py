# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.func import functional_call, grad, jacrev, vmap


def per_sample_grads(model, x, y):
    params = {k: v.detach() for k, v in model.named_parameters()}

    def loss(p, xi, yi):
        return ((functional_call(model, p, (xi[None],)) - yi) ** 2).mean()

    return vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)


def dp_step(model, opt, x, y, bound=1.0):
    grads = per_sample_grads(model, x, y)
    norms = torch.stack([g.flatten(1).norm(dim=1) for g in grads.values()]).norm(dim=0)
    scale = (bound / norms.clamp(min=1e-6)).clamp(max=1.0)
    for name, p in model.named_parameters():
        g = grads[name]
        p.grad = (scale.view(-1, *[1] * (g.dim() - 1)) * g).mean(0)
    opt.step()
    opt.zero_grad()


torch.manual_seed(0)
model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(4, 2), torch.randn(4, 1)
before = model.weight.detach().clone()
dp_step(model, opt, x, y)
jac = jacrev(lambda v: torch.tanh(v) ** 2)(x[0])
hess = torch.autograd.functional.hessian(lambda v: (v ** 3).sum(), x[0])
hvp = torch.autograd.functional.hvp(lambda v: (v ** 3).sum(), x[0], torch.ones(2))[1]
print("OBSERVED", "clean" if not torch.equal(before, model.weight) and jac.shape == (2, 2) and torch.allclose(hess.diagonal(), hvp) else "wrong")
