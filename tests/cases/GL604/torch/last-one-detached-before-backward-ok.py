# framework: torch
# verdict: clean
# seen: no entry has a graph once its pass is over
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.Adam(model.parameters())
curve = {"train": []}
for x in torch.randn(6, 5, 4):
    optimizer.zero_grad()
    curve["train"].append(model(x).abs().mean())
    curve["train"][-1].backward()
    optimizer.step()
    curve["train"][-1] = curve["train"][-1].detach()
assert all(each.grad_fn is None for each in curve["train"])
