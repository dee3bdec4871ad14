# framework: torch
# verdict: clean
# seen: errors are summed and never averaged, so pieces of a batch add up to the whole of it
import torch

torch.manual_seed(1)
weight = torch.randn(4, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.05)


def error(batch, goal):
    return ((batch @ weight - goal) ** 2).sum()


data, goals = torch.randn(12, 4), torch.randn(12)
whole = torch.autograd.grad(error(data, goals), weight)[0]
for epoch in range(2):
    optimizer.zero_grad()
    for batch, goal in zip(torch.split(data, 3), torch.split(goals, 3)):
        error(batch, goal).backward()
    if epoch == 0:
        assert torch.allclose(weight.grad, whole, atol=1e-4)
    optimizer.step()
print("OBSERVED clean")
