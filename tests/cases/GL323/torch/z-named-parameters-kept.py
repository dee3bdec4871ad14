# framework: torch
# verdict: wrong
# seen: the average is the model itself
import torch
from torch import nn


class Average:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = dict(model.named_parameters())  # HAZARD GL323

    @torch.no_grad()
    def update(self, model):
        for name, p in model.named_parameters():
            self.shadow[name].mul_(self.decay).add_(p, alpha=1 - self.decay)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
average = Average(net, 0.9)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(8, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    average.update(net)
print("OBSERVED", "wrong" if average.shadow["0.weight"] is net[0].weight else "clean")
