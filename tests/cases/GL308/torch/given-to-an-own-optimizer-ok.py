# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

descend = eval("lambda loss, weights: [-0.1 * g for g in torch.autograd.grad(loss, weights, create_graph=True)]")


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.meta = nn.Linear(4, 3)
        self.weight = torch.zeros(3, 2).requires_grad_()
        self.bias = torch.zeros(2).requires_grad_()

    def forward(self, x):
        return self.meta(x) @ self.weight + self.bias


torch.manual_seed(0)
net = Inner()
outer = torch.optim.Adam(net.meta.parameters())
for x in torch.randn(3, 5, 4):
    nn.init.ones_(net.weight.detach_())
    net.weight.requires_grad_()
    net.bias.detach_().requires_grad_()
    loss = net(x).pow(2).mean()
    steps = descend(loss, [net.weight, net.bias])
    net.weight, net.bias = net.weight + steps[0], net.bias + steps[1]
    outer.zero_grad()
    net(x).pow(2).mean().backward()
    outer.step()
assert net.meta.weight.grad is not None
