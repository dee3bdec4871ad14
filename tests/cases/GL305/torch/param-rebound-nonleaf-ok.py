# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def dream(net, channel, steps=4, lr=0.5):
    image = torch.rand(1, 3, 10, 10, requires_grad=True)
    scores = []
    for _ in range(steps):
        activation = net(image)[:, channel].mean()
        activation.backward()
        scores.append(activation.item())
        with torch.no_grad():
            image = image + lr * image.grad / (image.grad.std() + 1e-8)
        image.requires_grad_()
    return image.detach(), scores


torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(3, 6, 3), nn.Tanh(), nn.Conv2d(6, 4, 3)).requires_grad_(False)
picture, scores = dream(net, channel=2)
rising = all(b > a for a, b in zip(scores, scores[1:]))
print("OBSERVED", "clean" if rising and net(picture)[:, 2].mean() > scores[-1] else "wrong")
