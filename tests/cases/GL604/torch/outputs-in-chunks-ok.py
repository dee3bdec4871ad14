# framework: torch
# verdict: clean
# seen: outputs are joined and dropped in chunks
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(50, 8, 3)
outs = []
model.eval()
for i, x in enumerate(data):
    outs.append(model(x))
    if len(outs) == 4:
        print(torch.cat(outs).mean().item())
        outs.clear()
