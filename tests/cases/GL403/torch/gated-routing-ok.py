# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
router = nn.Linear(2, 3)
experts = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
optimizer = torch.optim.SGD([*router.parameters(), *experts.parameters()], lr=0.1)
x = torch.randn(4, 2)
gate, chosen = router(x).softmax(-1).max(dim=-1)
every = torch.stack([expert(x) for expert in experts], dim=1)
out = gate.unsqueeze(-1) * every[torch.arange(4), chosen]
loss = out.pow(2).mean()
loss.backward()
optimizer.step()
assert router.weight.grad is not None
