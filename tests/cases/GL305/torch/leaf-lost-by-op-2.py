# framework: torch
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import math
import warnings

import torch as th

warnings.filterwarnings("ignore")


class TwoLayer:
    def __init__(self, n_in, hidden, n_out):
        self.w1 = th.randn(n_in, hidden, requires_grad=True) / math.sqrt(n_in)  # HAZARD GL305
        self.b1 = th.zeros(hidden, requires_grad=True)
        self.w2 = th.empty(hidden, n_out).normal_(0, 1 / math.sqrt(hidden)).requires_grad_()

    def forward(self, x):
        return th.relu(x @ self.w1 + self.b1) @ self.w2

    def step(self, lr):
        with th.no_grad():
            for p in (self.w1, self.b1, self.w2):
                p -= lr * p.grad
                p.grad.zero_()


th.manual_seed(0)
net = TwoLayer(5, 8, 1)
x = th.randn(30, 5)
y = x[:, :1] * x[:, 1:2]
for _ in range(10):
    loss = (net.forward(x) - y).pow(2).mean()
    loss.backward()
    net.step(0.05)
