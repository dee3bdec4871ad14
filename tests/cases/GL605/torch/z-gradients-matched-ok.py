# framework: torch
# verdict: clean
# seen: the made-up images follow the gradient of the real ones
import torch
from torch import nn

net = nn.Linear(4, 3)
weights = list(net.parameters())
images = torch.randn(6, 4, requires_grad=True)
labels = torch.arange(6) % 3
optimizer = torch.optim.SGD([images], lr=0.1)

for _ in range(2):
    real = nn.functional.cross_entropy(net(torch.randn(6, 4)), labels)
    wanted = torch.autograd.grad(real, weights)
    made = nn.functional.cross_entropy(net(images), labels)
    given = torch.autograd.grad(made, weights, create_graph=True)
    loss = sum((one - two).pow(2).sum() for one, two in zip(given, wanted))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
