# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

table = torch.nn.Embedding(6, 3)
optimizer = torch.optim.AdamW(table.parameters(), lr=0.1)
first = table.weight.detach()[:4].clone()
for _ in range(3):
    optimizer.zero_grad()
    table(torch.arange(6)).pow(2).sum().backward()
    before = table.weight.data[:4].clone()
    table.weight.grad[:4] = 0
    optimizer.step()
    table.weight.data[:4] = before
assert torch.equal(first, table.weight.detach()[:4])
