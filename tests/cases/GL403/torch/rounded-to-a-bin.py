# framework: torch
# verdict: none
# seen: the network that chooses has no gradient
import torch
from torch import nn

torch.manual_seed(0)
chooser, table = nn.Linear(3, 1), nn.Embedding(5, 2)
optimizer = torch.optim.SGD([*chooser.parameters(), *table.parameters()], lr=0.1)
where = torch.sigmoid(chooser(torch.randn(6, 3))).squeeze(-1) * 4
rows = table(torch.round(where).long())  # HAZARD GL403
loss = rows.square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "none" if chooser.weight.grad is None else "clean")
