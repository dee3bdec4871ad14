# framework: torch
# verdict: clean
# seen: the hooks slow some rows down and freeze none; the group of the masked one is not decayed
import torch
from torch import nn

table, head = nn.Embedding(10, 4), nn.Linear(4, 2)
slower, added = torch.ones(2, 1), torch.zeros(10, 1)
slower[0], added[8:] = 0.1, 1
head.weight.register_hook(lambda grad: grad * slower)
table.weight.register_hook(lambda grad: grad * added)
groups = [{"params": table.parameters(), "weight_decay": 0.0}, {"params": head.parameters()}]
optimizer = torch.optim.AdamW(groups, lr=1e-2)
before = table.weight.detach().clone()
for _ in range(3):
    loss = head(table(torch.arange(10))).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "clean" if torch.equal(before[:8], table.weight.detach()[:8]) else "wrong")
