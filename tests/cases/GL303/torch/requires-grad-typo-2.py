# framework: torch
# verdict: raises
# seen: AttributeError: 'NoneType' object has no attribute 'sign'
import torch as th
from torch import nn
from torch.nn import functional as F


def fgsm(model, x, y, eps):
    adv = x.detach().clone()
    adv.requires_gradient = True  # HAZARD GL303
    loss = F.cross_entropy(model(adv), y)
    model.zero_grad()
    loss.backward()
    return (adv + eps * adv.grad.sign()).clamp(0, 1).detach()


def main():
    th.manual_seed(0)
    model = nn.Sequential(nn.Flatten(), nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 3))
    x, y = th.rand(5, 1, 4, 4), th.randint(0, 3, (5,))
    adv = fgsm(model, x, y, eps=0.1)
    print((model(adv).argmax(1) == y).float().mean().item())


if __name__ == "__main__":
    main()
