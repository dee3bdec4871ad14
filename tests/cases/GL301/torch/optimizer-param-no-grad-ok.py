# framework: torch
# verdict: clean
# seen: 2
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
model.trunk.requires_grad_(False)
log_var = torch.zeros(2, requires_grad=True)
trainable = filter(lambda p: p.requires_grad, model.parameters())
opt = torch.optim.Adam([{"params": trainable}, {"params": [log_var], "lr": 1e-1}], lr=1e-2)
x, depth, label = torch.randn(16, 6), torch.randn(16, 1), torch.randint(0, 4, (16,))
for _ in range(5):
    pred_depth, logits = model(x)
    parts = torch.stack([F.mse_loss(pred_depth, depth), F.cross_entropy(logits, label)])
    loss = (parts * torch.exp(-log_var) + log_var).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
right = log_var.grad.all() and model.trunk.weight.grad is None and model.depth.weight.grad.any()
print("OBSERVED", "clean" if right else "none", len(opt.param_groups))
