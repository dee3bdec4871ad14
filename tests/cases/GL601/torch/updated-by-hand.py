# framework: torch
# verdict: wrong
# seen: the gradient of every step so far is in each update
import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(8, 3), torch.randn(8, 1)
w = torch.randn(3, 1, requires_grad=True)
for _ in range(3):
    before = None if w.grad is None else w.grad.clone()
    loss = (x @ w - y).pow(2).mean()
    loss.backward()  # HAZARD GL601
    with torch.no_grad():
        w -= 0.1 * w.grad
assert before is not None

net = nn.Linear(3, 1)
for _ in range(3):
    loss = (net(x) - y).pow(2).mean()
    loss.backward()  # HAZARD GL601
    for p in net.parameters():
        p.data = p.data - 0.1 * p.grad
(fresh,) = torch.autograd.grad((net(x) - y).pow(2).mean(), net.weight)
assert not torch.allclose(net.weight.grad, fresh)
print("OBSERVED wrong")
