# framework: torch
# verdict: clean
# seen: gradient as expected
import math

import torch as th


class TwoLayer:
    def __init__(self, n_in, hidden, n_out, keep=0.8):
        self.w1 = (th.randn(n_in, hidden) / math.sqrt(n_in)).requires_grad_()
        self.b1 = th.zeros(hidden, requires_grad=True)
        self.w2 = th.empty(hidden, n_out).normal_(0, 1 / math.sqrt(hidden)).requires_grad_()
        self.mask = (th.rand(hidden, n_out) < keep).float()

    def forward(self, x):
        sparse = self.w2 * self.mask
        return th.relu(x @ self.w1 + self.b1) @ sparse

    def step(self, lr):
        with th.no_grad():
            for p in (self.w1, self.b1, self.w2):
                p -= lr * p.grad
                p.grad.zero_()


th.manual_seed(0)
net = TwoLayer(5, 8, 1)
x = th.randn(30, 5)
y = x[:, :1] * x[:, 1:2]
trace = []
for _ in range(60):
    loss = (net.forward(x) - y).pow(2).mean()
    loss.backward()
    net.step(0.05)
    trace.append(loss.item())
print("OBSERVED", "clean" if trace[-1] < 0.6 * trace[0] and net.w1.is_leaf else "wrong")
