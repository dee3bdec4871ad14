# framework: torch
# verdict: none
# seen: the router never gets a gradient
import torch
from torch import nn

torch.manual_seed(0)
router = nn.Linear(2, 3)
experts = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
optimizer = torch.optim.SGD([*router.parameters(), *experts.parameters()], lr=0.1)
x = torch.randn(4, 2)
chosen = router(x).argmax(dim=-1)
every = torch.stack([expert(x) for expert in experts], dim=1)
out = every[torch.arange(4), chosen]  # HAZARD GL403
loss = out.pow(2).mean()
loss.backward()
optimizer.step()
assert router.weight.grad is None
print("OBSERVED none")
