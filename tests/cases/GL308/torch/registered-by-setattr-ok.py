# framework: torch
# verdict: clean
# seen: setattr with a formatted name registers, register_module does, too
import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.heads, self.tails = [], []
        for number, size in enumerate(sizes):
            head = nn.Linear(4, size)
            setattr(self, f"head{number}", head)
            self.heads.append(head)
            tail = nn.Linear(4, size)
            self.register_module("tail" + str(number), tail)
            self.tails.append(tail)

    def forward(self, x):
        return sum(a(x).sum() + b(x).sum() for a, b in zip(self.heads, self.tails))


net = Heads([2, 3, 5])
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.randn(6, 4)).backward()
opt.step()
assert len(list(net.parameters())) == 12
print("OBSERVED clean")
