# framework: torch
# verdict: clean
# seen: the optimizer moves tensors whose .grad is estimated and set by hand; no backward pass is needed
import torch

torch.manual_seed(0)
target = torch.tensor([1.0, -2.0, 0.5])
x = torch.zeros(3)
others = [torch.zeros(3), torch.ones(3)]
optimizer = torch.optim.Adam([x], lr=0.1)
second = torch.optim.SGD(others, lr=0.1)


def score(at):
    return ((at - target) ** 2).sum()


def estimate(at):
    noise = torch.randn_like(at)
    return (score(at + 0.01 * noise) - score(at - 0.01 * noise)) / 0.02 * noise


before = score(x)
for _ in range(200):
    x.grad = estimate(x)
    optimizer.step()
    for each in others:
        each.grad = 2 * (each - target)
    second.step()
assert score(x) < before / 10 and score(others[1]) < 1e-3
