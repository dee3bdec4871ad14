# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def join(parts, axis):
    return torch.cat(parts, axis)


def pooled(net, images):
    maps = net(images)
    return maps.norm(2, 1, True).squeeze(1), maps.sum(1, True)


torch.manual_seed(0)
net = nn.Conv2d(3, 4, 3, padding=1)
images = torch.randn(2, 3, 8, 8)
length, total = pooled(net, images)
both = join([torch.ones(2, 8, 8), length], -1)
wide = join([torch.ones(2, 1, 8, 8), total, total], 3)
seen = torch.empty(0)
for each in (length, length):
    seen = torch.cat([seen, each.flatten()])
(both.sum() + wide.sum() + seen.sum()).backward()
assert both.shape == (2, 8, 16) and wide.shape == (2, 1, 8, 24)
assert net.weight.grad is not None
