# framework: torch
# verdict: clean
# seen: gradient as expected
import json

import torch
from torch import nn
from torch.autograd import grad


def D(u, wrt):
    return grad(u.sum(), wrt, create_graph=True)[0]


class Net(nn.Module):
    def __init__(self, data):
        super().__init__()
        self.region = data["region"]
        self.body = nn.Linear(2, 1)

    def u(self, x, t):
        x.requires_grad_(True)
        t.requires_grad_(True)
        return self.body(torch.cat([x, t], 1))

    def loss(self, x, t):
        u = self.u(x, t)
        return (D(u, t) + u * D(u, x)).pow(2).mean()

    def sample(self, n):
        points = torch.rand(n, 2)
        for i in range(2):
            points[:, i] *= self.region[i][1] - self.region[i][0]
            points[:, i] += self.region[i][0]
        return points[:, 0:1], points[:, 1:2]

    def fit(self, optimizer, epochs):
        x, t = self.sample(10)
        for _ in range(epochs):
            optimizer.zero_grad()
            self.loss(x, t).backward()
            optimizer.step()


net = Net(json.loads('{"region": [[-1, 1], [0, 1]]}'))
net.fit(torch.optim.Adam(net.parameters()), 3)
assert net.body.weight.grad is not None
