# framework: torch
# verdict: wrong
# seen: the encoder moves on with the momentum of the first epochs
import torch
from torch import nn

torch.manual_seed(0)
model = nn.ModuleDict({"encoder": nn.Linear(4, 8), "head": nn.Linear(8, 1)})
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
x, y = torch.randn(16, 4), torch.randn(16, 1)
kept = None
for epoch in range(5):
    optimizer.zero_grad()
    nn.functional.mse_loss(model["head"](model["encoder"](x)), y).backward()
    if epoch >= 3:
        kept = model["encoder"].weight.detach().clone() if kept is None else kept
        for name, p in model.named_parameters():
            if name.startswith("encoder"):
                p.grad.zero_()  # HAZARD GL324
    optimizer.step()
assert not torch.equal(kept, model["encoder"].weight)
