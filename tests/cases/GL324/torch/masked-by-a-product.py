# framework: torch
# verdict: wrong
# seen: the masked row shrinks
import torch

table = torch.nn.Embedding(3, 2)
head = torch.nn.Linear(2, 1)
optimizer = torch.optim.AdamW([*table.parameters(), *head.parameters()], lr=0.1, weight_decay=0.5)
before = table.weight.detach().clone()
keep = torch.tensor([[0.0], [0.0], [1.0]])
head(table(torch.tensor([0, 2]))).pow(2).sum().backward()
table.weight.grad *= keep  # HAZARD GL324
optimizer.step()
assert not torch.equal(before[0], table.weight.detach()[0])
