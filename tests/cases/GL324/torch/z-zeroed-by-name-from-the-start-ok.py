# framework: torch
# verdict: clean
# seen: without decay and without earlier steps the encoder stays what it was
import torch
from torch import nn

torch.manual_seed(0)
model = nn.ModuleDict({"encoder": nn.Linear(4, 8), "head": nn.Linear(8, 1)})
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
x, y = torch.randn(16, 4), torch.randn(16, 1)
kept = model["encoder"].weight.detach().clone()
for epoch in range(5):
    optimizer.zero_grad()
    nn.functional.mse_loss(model["head"](model["encoder"](x)), y).backward()
    for name, p in model.named_parameters():
        if name.startswith("encoder"):
            p.grad.zero_()
    optimizer.step()
assert torch.equal(kept, model["encoder"].weight)
