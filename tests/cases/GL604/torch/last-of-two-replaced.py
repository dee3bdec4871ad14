# framework: torch
# verdict: leak
# seen: the penalty is replaced by its number, the loss before it stays
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.Adam(model.parameters())
history = []
for x in torch.randn(6, 5, 4):
    out = model(x)
    loss, penalty = out.square().mean(), out.abs().mean()
    optimizer.zero_grad()
    (loss + penalty).backward()
    optimizer.step()
    history.append(loss)  # HAZARD GL604
    history.append(penalty)
    history[-1] = history[-1].item()
assert history[0].grad_fn is not None
print("OBSERVED leak")
