# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
import torch.nn.functional as F


def adversarial_step(model, opt, x, y, eps=0.1):
    x = x.clone().requires_grad_()
    (g,) = torch.autograd.grad(F.cross_entropy(model(x), y), x)
    delta = eps * g.sign()
    clean = F.cross_entropy(model(x.detach()), y)
    robust = F.cross_entropy(model(x.detach() + delta), y)
    opt.zero_grad()
    (0.5 * clean + 0.5 * robust).backward()
    opt.step()
    return robust.item()


def virtual_adversarial(model, x, xi=1e-2, eps=0.5):
    with torch.no_grad():
        target = F.softmax(model(x), dim=1)
    d = F.normalize(torch.randn_like(x), dim=1)
    for _ in range(1):
        d.requires_grad_()
        kl = F.kl_div(F.log_softmax(model(x + xi * d), 1), target, reduction="batchmean")
        kl.backward()
        d = F.normalize(d.grad, dim=1)
        model.zero_grad()
    return F.kl_div(F.log_softmax(model(x + eps * d), 1), target, reduction="batchmean")


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(4, 3), torch.tensor([0, 1, 0, 1])
trace = [adversarial_step(model, opt, x, y) for _ in range(3)]
opt.zero_grad()
virtual_adversarial(model, x).backward()
opt.step()
print("OBSERVED", "clean" if len(trace) == 3 and model[0].weight.grad.any() else "wrong")
