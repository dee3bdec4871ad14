# framework: torch
# verdict: wrong
# seen: the slow weights are the fast ones
import torch
from torch import nn


class Lookahead:
    def __init__(self, params, step):
        self.step_size = step
        self.slow_weights = list(params)  # HAZARD GL323

    def sync(self, params):
        for slow, fast in zip(self.slow_weights, params):
            slow.data.lerp_(fast.data, self.step_size)


torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
lookahead = Lookahead(net.parameters(), 0.5)
for _ in range(3):
    loss = net(torch.randn(8, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    lookahead.sync(net.parameters())
print("OBSERVED", "wrong" if lookahead.slow_weights[0] is net.weight else "clean")
