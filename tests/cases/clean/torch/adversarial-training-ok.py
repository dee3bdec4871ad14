# framework: torch
# verdict: clean
# seen: sign() and .data on the perturbation only; model trained on the detached adversarial batch; saliency reads x.grad of a leaf
"""PGD, FGSM and TRADES; saliency maps for the report."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def fgsm(model, x, y, eps):
    x = x.clone().detach().requires_grad_(True)
    loss = F.cross_entropy(model(x), y)
    grad = torch.autograd.grad(loss, x)[0]
    return (x + eps * grad.sign()).clamp(0, 1).detach()


def pgd(model, x, y, eps=0.1, alpha=0.03, steps=3):
    delta = torch.empty_like(x).uniform_(-eps, eps).requires_grad_(True)
    for _ in range(steps):
        loss = F.cross_entropy(model(x + delta), y)
        loss.backward()
        delta.data = (delta + alpha * delta.grad.detach().sign()).clamp(-eps, eps)
        delta.data = (x + delta.data).clamp(0, 1) - x
        delta.grad.zero_()
    return (x + delta).detach()


def trades_inner(model, x, eps=0.1, alpha=0.03, steps=2):
    model.eval()
    x_adv = x.detach() + 0.001 * torch.randn_like(x)
    clean = F.softmax(model(x), dim=1).detach()
    for _ in range(steps):
        x_adv.requires_grad_()
        with torch.enable_grad():
            kl = F.kl_div(F.log_softmax(model(x_adv), 1), clean, reduction="sum")
        g = torch.autograd.grad(kl, [x_adv])[0]
        x_adv = x_adv.detach() + alpha * torch.sign(g.detach())
        x_adv = torch.min(torch.max(x_adv, x - eps), x + eps).clamp(0.0, 1.0)
    model.train()
    return x_adv


def saliency(model, x):
    x = x.clone().requires_grad_()
    logits = model(x)
    logits.gather(1, logits.argmax(1, keepdim=True)).sum().backward()
    s = x.grad.abs().amax(dim=1)
    model.zero_grad()
    return (s / s.amax(dim=(1, 2), keepdim=True)).numpy()


def train(kind, steps=3):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.BatchNorm2d(6), nn.ReLU(), nn.Flatten(), nn.Linear(6 * 25, 3))
    opt = torch.optim.SGD(model.parameters(), 0.05)
    for _ in range(steps):
        x, y = torch.rand(8, 1, 5, 5), torch.randint(0, 3, (8,))
        if kind == "trades":
            x_adv = trades_inner(model, x)
            logits = model(x)
            robust = F.kl_div(F.log_softmax(model(x_adv), 1), F.softmax(logits, 1), reduction="batchmean")
            loss = F.cross_entropy(logits, y) + 6.0 * robust
        else:
            x_adv = pgd(model, x, y) if kind == "pgd" else fgsm(model, x, y, 0.1)
            loss = F.cross_entropy(model(x_adv), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    for kind in ("fgsm", "pgd", "trades"):
        model = train(kind)
        assert all(p.grad is not None for p in model.parameters())
        assert model[0].weight.grad.abs().sum() > 0
    assert np.isfinite(saliency(model.eval(), torch.rand(2, 1, 5, 5))).all()
