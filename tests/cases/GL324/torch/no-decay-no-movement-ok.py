# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

table = torch.nn.Embedding(3, 2)
head = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD([*table.parameters(), *head.parameters()], lr=0.1)
before = table.weight.detach().clone()
head(table(torch.tensor([0, 2]))).pow(2).sum().backward()
table.weight.grad[:2] = 0.0
optimizer.step()
assert torch.equal(before[:2], table.weight.detach()[:2])
