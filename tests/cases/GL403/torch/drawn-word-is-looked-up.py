# framework: torch
# verdict: none
# seen: the writer has no gradient
import torch
from torch import nn

torch.manual_seed(0)
writer, table, reader = nn.Linear(4, 6), nn.Embedding(6, 3), nn.Linear(3, 1)
optimizer = torch.optim.Adam([*writer.parameters(), *table.parameters(), *reader.parameters()], lr=1e-3)
x = torch.randn(5, 4)
word = torch.multinomial(writer(x).softmax(-1), 1).squeeze(1)  # HAZARD GL403
loss = (reader(table(word)) - 1).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "none" if writer.weight.grad is None else "clean")
