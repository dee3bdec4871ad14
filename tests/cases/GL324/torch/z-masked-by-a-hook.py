# framework: torch
# verdict: wrong
# seen: the rows that the hook masks shrink
import torch
from torch import nn

table, head = nn.Embedding(10, 4), nn.Linear(4, 2)
optimizer = torch.optim.AdamW([*table.parameters(), *head.parameters()], lr=0.1, weight_decay=0.5)
added = torch.zeros(10, 1)
added[8:] = 1
table.weight.register_hook(lambda grad: grad * added)  # HAZARD GL324
before = table.weight.detach().clone()
for _ in range(2):
    loss = head(table(torch.arange(10))).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert not torch.equal(before[:8], table.weight.detach()[:8])
print("OBSERVED wrong")
