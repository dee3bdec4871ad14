# framework: torch
# verdict: wrong
# seen: the penalty of the activations changes no gradient
import torch
from torch import nn

torch.manual_seed(0)
seen = {}
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def keep(name):
    def hook(module, inputs, output):
        seen[name] = output.detach()  # HAZARD GL401

    return hook


for name, module in net.named_modules():
    if isinstance(module, nn.Linear):
        module.register_forward_hook(keep(name))

opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    out = net(torch.randn(3, 4))
    loss = out.pow(2).mean() + sum(each.abs().mean() for each in seen.values())
    loss.backward()
    opt.step()
