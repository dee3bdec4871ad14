# framework: torch
# verdict: clean
# seen: written into the rows themselves the values keep their graph; a record beside them needs none
import torch
from torch import nn

cell, head = nn.GRUCell(2, 4), nn.Linear(4, 2)
optimizer = torch.optim.Adam([*cell.parameters(), *head.parameters()])
hidden, value = torch.randn(5, 4), torch.zeros(5, 2)
rows, shown = torch.zeros(5, 3, 2), torch.zeros(5, 3, 2)
for step in range(3):
    hidden = cell(value, hidden)
    value = head(hidden)
    rows[:, step].copy_(value)
    shown[:, step].data.copy_(value)
loss = (rows - 1).pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print(shown.mean().item())
assert all(each.grad is not None for each in (*cell.parameters(), *head.parameters()))
print("OBSERVED clean")
