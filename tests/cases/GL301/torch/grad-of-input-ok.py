# framework: torch
# verdict: clean
# seen: one input asks for a gradient in time, of another nobody wants one, of the third it is tested
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(6, 1)
image, weight, target = torch.randn(4, 6), torch.rand(4, 1), torch.zeros(4, 1)
image.requires_grad_()
loss = (weight * (net(image) - target) ** 2).mean()
loss.backward()
assert weight.grad is None
assert target.grad is None or target.grad.abs().sum() == 0
assert image.grad.abs().sum() > 0

other = torch.randn(3)
other.grad = torch.ones(3)
(net(torch.cat([other, other])[None]) ** 2).sum().backward()
print(other.grad)
