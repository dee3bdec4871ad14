import functools

import torch

from voice.backbone import Backbone
from voice.freeze import evaluating, split
from voice.objective import margin_loss, regularised
from voice.speaker import SpeakerNet


def main():
    torch.manual_seed(0)
    net = SpeakerNet(Backbone(12, 8), speakers=5)
    objective = functools.partial(regularised, margin_loss(0.1), weight=0.01)
    slow, fast = split(net.named_parameters(), prefix="backbone")
    optimizer = torch.optim.SGD([{"params": slow, "lr": 1e-3}, {"params": fast, "lr": 1e-1}])
    teacher = Backbone(12, 8)
    x, y = torch.randn(16, 12), torch.randint(0, 5, (16,))
    before = {k: v.detach().clone() for k, v in net.named_parameters()}
    for _ in range(3):
        with evaluating(teacher):
            goal = teacher(x)
        optimizer.zero_grad()
        loss = objective(net, x, y, goal)
        loss.backward()
        optimizer.step()
    for name, p in net.named_parameters():
        print(name, "moved" if not torch.equal(p, before[name]) else "STILL", p.grad is not None)


main()
