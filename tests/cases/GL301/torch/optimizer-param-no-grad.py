# framework: torch
# verdict: none
# seen: tensor([0., 0.])
import torch
from torch import nn
from torch.nn import functional as F


class MultiHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(6, 12)
        self.depth = nn.Linear(12, 1)
        self.label = nn.Linear(12, 4)

    def forward(self, x):
        h = F.relu(self.trunk(x))
        return self.depth(h), self.label(h)


torch.manual_seed(0)
model = MultiHead()
log_var = torch.zeros(2)
opt = torch.optim.Adam([*model.parameters(), log_var], lr=1e-2)  # HAZARD GL301
x, depth, label = torch.randn(16, 6), torch.randn(16, 1), torch.randint(0, 4, (16,))
for _ in range(5):
    pred_depth, logits = model(x)
    parts = torch.stack([F.mse_loss(pred_depth, depth), F.cross_entropy(logits, label)])
    loss = (parts * torch.exp(-log_var) + log_var).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print("OBSERVED", "none" if log_var.grad is None and not log_var.any() else "clean", log_var)
