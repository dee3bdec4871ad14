# framework: torch
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def dream(net, channel, steps=4, lr=0.5):
    image = torch.rand(1, 3, 10, 10, requires_grad=True)
    for _ in range(steps):
        activation = net(image)[:, channel].mean()
        activation.backward()
        image = image + lr * image.grad / (image.grad.std() + 1e-8)  # HAZARD GL305
    return image.detach()


torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(3, 6, 3), nn.Tanh(), nn.Conv2d(6, 4, 3)).requires_grad_(False)
picture = dream(net, channel=2)
print(net(picture)[:, 2].mean().item())
