# framework: torch
# verdict: wrong
# seen: the shadow is the model
import torch


class Ema:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = {name: p.data for name, p in model.named_parameters()}  # HAZARD GL323

    def update(self, model):
        for name, p in model.named_parameters():
            self.shadow[name].mul_(self.decay).add_(p.data, alpha=1 - self.decay)


torch.manual_seed(0)
net = torch.nn.Linear(2, 1)
ema = Ema(net, 0.9)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.ones(1, 2)).pow(2).sum().backward()
optimizer.step()
kept = net.weight.detach().clone()
ema.update(net)
assert ema.shadow["weight"].data_ptr() == net.weight.data_ptr()
assert not torch.equal(kept, net.weight.detach())
