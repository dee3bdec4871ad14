# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def saliency(model, image, label):
    clean = model(image).argmax()
    image.requires_grad_()
    score = model(image)[0, label]
    score.backward()
    return image.grad, clean


def pgd(model, image, label, steps=3):
    adv = image.clone().detach()
    for _ in range(steps):
        adv.requires_grad_(True)
        loss = nn.functional.cross_entropy(model(adv), label)
        (grad,) = torch.autograd.grad(loss, adv)
        adv = (adv.detach() + 0.01 * grad.sign()).clamp(0, 1)
    return adv


torch.manual_seed(0)
model = nn.Sequential(nn.Flatten(), nn.Linear(4, 3))
x = torch.rand(1, 1, 2, 2)
adv = pgd(model, x, torch.tensor([1]))
g, _ = saliency(model, x, 1)
print("OBSERVED", "clean" if g.any() and not torch.equal(adv, x) else "wrong")
