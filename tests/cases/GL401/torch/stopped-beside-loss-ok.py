# framework: torch
# verdict: clean
# seen: values that are stopped on purpose: of a surrogate, of a weight, of a baseline, and the largest of a row
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 3)
x, y = torch.randn(5, 4), torch.tensor([0, 1, 2, 1, 0])

logits = net(x)
nn.functional.cross_entropy(logits, y).backward()
right = net.weight.grad.clone()

net.zero_grad()
logits = net(x)
top = logits.max(1).values.detach()
lse = ((logits - top[:, None]).exp().sum(1).log() + top).mean()
loss = lse - logits.gather(1, y[:, None]).mean()
value = 10 * loss
shown = loss + (value - loss).detach()
shown.backward()
assert torch.allclose(net.weight.grad, right, atol=1e-6)

net.zero_grad()
main, extra = nn.functional.cross_entropy(net(x), y), net(x).pow(2).mean()
balance = main.detach() / extra.detach()
(main + balance * extra).backward()
assert not torch.allclose(net.weight.grad, right)

net.zero_grad()
main = nn.functional.cross_entropy(net(x), y)
half = 0.5 * main + 0.5 * main.detach()
half.backward()
assert torch.allclose(net.weight.grad, 0.5 * right, atol=1e-6)
