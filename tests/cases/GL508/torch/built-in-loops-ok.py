# framework: torch
# verdict: clean
# seen: True
"""Networks whose layers come out of loops and lists, a lazy head, a temperature with an optimizer of its own."""

import torch
from torch import nn


def body(plan, width=3):
    layers = []
    for step in plan:
        if step == "pool":
            layers += [nn.MaxPool2d(2)]
        else:
            layers += [nn.Conv2d(width, step, 3, padding=1), nn.ReLU()]
            width = step
    return nn.Sequential(*layers)


def stage(inside, outside, count):
    found = nn.Sequential()
    for i in range(count):
        found.add_module(f"part{i}", nn.Conv2d(inside if i == 0 else outside, outside, 3, padding=1))
    return found


class Net(nn.Module):
    def __init__(self, plan, count):
        super().__init__()
        self.body = body(plan)
        self.stage = stage(plan[-2], 8, count)
        self.head = None
        self.log_alpha = torch.zeros((), requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=0.1)

    def forward(self, x):
        x = self.stage(self.body(x)).flatten(1)
        if self.head is None:
            self.head = nn.Sequential(nn.Linear(x.shape[1], 4), nn.ReLU(), nn.Linear(4, 1))
        return self.head(x) * self.log_alpha.exp()


def micro_step(loss_of, batch, config):
    parts = max(int(config["parts"]), 1)
    loss = loss_of(batch)["total"] / parts
    loss.backward()


net = Net([4, "pool", 6, "pool"], 2)
image = torch.randn(2, 3, 8, 8)
net(image)
assert len(list(net.parameters())) > 4
micro_step(lambda x: {"total": net(x).square().mean()}, image, {"parts": 2})
assert net.log_alpha.grad is not None
print("OBSERVED clean")
