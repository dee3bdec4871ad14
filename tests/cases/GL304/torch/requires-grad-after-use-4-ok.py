# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
import torch.nn.functional as F


def fgsm(model, x, y, eps):
    x = x.clone().detach().requires_grad_(True)
    F.cross_entropy(model(x), y).backward()
    adv = x + eps * x.grad.sign()
    model.zero_grad()
    return adv.clamp(0, 1).detach()


def pgd(model, x, y, eps=0.1, alpha=0.02, steps=4):
    adv = x.clone().detach() + torch.empty_like(x).uniform_(-eps, eps)
    for _ in range(steps):
        adv.requires_grad_()
        with torch.enable_grad():
            loss = F.cross_entropy(model(adv), y)
        grad = torch.autograd.grad(loss, adv)[0]
        adv = adv.detach() + alpha * grad.sign()
        adv = torch.min(torch.max(adv, x - eps), x + eps).clamp(0, 1)
    return adv.detach()


def trades(model, x, y, beta=6.0):
    model.eval()
    adv = x.detach() + 0.001 * torch.randn_like(x)
    clean = F.softmax(model(x), dim=1).detach()
    for _ in range(2):
        adv.requires_grad_()
        kl = F.kl_div(F.log_softmax(model(adv), dim=1), clean, reduction="sum")
        adv = (adv.detach() + 0.01 * torch.sign(torch.autograd.grad(kl, [adv])[0].detach())).clamp(0.0, 1.0)
    model.train()
    logits = model(x)
    return F.cross_entropy(logits, y) + beta * F.kl_div(F.log_softmax(model(adv.detach()), 1), F.softmax(logits, 1), reduction="batchmean")


class FreeDelta:
    def __init__(self, shape):
        self.delta = torch.zeros(shape, requires_grad=True)

    def update(self, eps):
        g = self.delta.grad.detach()
        self.delta.data = (self.delta + eps * g.sign()).clamp(-eps, eps)
        self.delta.grad.zero_()


torch.manual_seed(0)
net = nn.Sequential(nn.Flatten(), nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
opt = torch.optim.SGD(net.parameters(), 0.1)
x, y = torch.rand(5, 2, 2), torch.randint(3, (5,))
a, b = fgsm(net, x, y, 0.1), pgd(net, x, y)
free = FreeDelta(x.shape)
for _ in range(2):
    opt.zero_grad()
    loss = trades(net, x, y) + F.cross_entropy(net(x + free.delta), y)
    loss.backward()
    opt.step()
    free.update(0.1)
print("OBSERVED", "clean" if free.delta.abs().sum() > 0 and not a.requires_grad and (b - x).abs().max() <= 0.1001 else "wrong")
