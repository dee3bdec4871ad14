# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

w = torch.randn(3, 3, requires_grad=True)
a = torch.randn(2, 3) @ w
b = a * 2
c = b + 1
d = c.tanh()
e = d * 2
f = e + 1
g = f.tanh()
h = g * 2
i = h + 1
j = i.tanh()
k = j * 2
l = k + 1
m = l.tanh()
loss = m.sum()
for each in [a, b, c, d, e, f, g, h, i, j, k, l, m]:
    each.retain_grad()
loss.backward()
assert a.grad.abs().sum() >= 0 and m.grad is not None
