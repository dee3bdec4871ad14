# framework: torch
# verdict: clean
# seen: gradient as expected
from dataclasses import dataclass

import torch as th
from torch import nn
from torch.nn import functional as F


@dataclass
class LayerConfig:
    width: int
    require_grad: bool = True


def build(configs, n_in):
    layers = []
    for cfg in configs:
        layer = nn.Linear(n_in, cfg.width)
        layer.requires_grad_(cfg.require_grad)
        layers += [layer, nn.ReLU()]
        n_in = cfg.width
    return nn.Sequential(*layers[:-1])


def fgsm(model, x, y, eps):
    adv = x.detach().clone().requires_grad_()
    (grad,) = th.autograd.grad(F.cross_entropy(model(adv), y), adv)
    return (adv + eps * grad.sign()).clamp(0, 1).detach()


th.manual_seed(0)
frozen = LayerConfig(8)
frozen.require_grad = False
model = build([frozen, LayerConfig(3)], n_in=16)
opt = th.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
x, y = th.rand(20, 16), th.randint(0, 3, (20,))
adv = fgsm(model, x, y, eps=0.1)
opt.zero_grad()
hurt, base = F.cross_entropy(model(adv), y), F.cross_entropy(model(x), y)
hurt.backward()
opt.step()
right = hurt > base and model[0].weight.grad is None and model[2].weight.grad.any()
print("OBSERVED", "clean" if right else "wrong")
