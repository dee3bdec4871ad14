# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
import torch.nn as nn

ACTIVATIONS = {"relu": nn.ReLU, "gelu": nn.GELU}


class Stages(nn.Module):
    block_types = [nn.Linear, nn.Bilinear]

    def __init__(self, width=6, depth=3, act="gelu"):
        super().__init__()
        linear, bilinear = self.block_types
        self.stages = [nn.Sequential(linear(width, width), ACTIVATIONS[act]()) for _ in range(depth)]
        self.registered = nn.ModuleList(self.stages)
        self.heads = nn.ModuleDict({"mean": nn.Linear(width, 1), "pair": bilinear(width, width, 1)})

    def forward(self, x):
        first = x
        for stage in self.stages:
            x = x + stage(x)
        return self.heads["mean"](x) + self.heads["pair"](first, x)


th.manual_seed(0)
net = Stages()
opt = th.optim.SGD(net.parameters(), lr=0.05)
x, y = th.randn(16, 6), th.randn(16, 1)
start = [stage[0].weight.detach().clone() for stage in net.stages]
for _ in range(3):
    opt.zero_grad()
    (net(x) - y).square().mean().backward()
    opt.step()
moved = all(not th.equal(before, stage[0].weight) for before, stage in zip(start, net.stages))
print("OBSERVED", "clean" if moved and len(list(net.parameters())) == 10 else "wrong")
