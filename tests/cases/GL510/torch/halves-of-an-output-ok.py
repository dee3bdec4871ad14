# framework: torch
# verdict: clean
# seen: the same gradient both ways
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 2)
x, y = torch.randn(6, 3), torch.randn(6)
mean, log_var = model(x).chunk(2, dim=-1)
loss = ((mean.squeeze(-1) - y).square() * (-log_var.squeeze(-1)).exp() + log_var.squeeze(-1)).mean()
loss.backward()
wrong = model.weight.grad.clone()
model.zero_grad()
mean, log_var = model(x).squeeze(-1).unbind(-1)
((mean - y).square() * (-log_var).exp() + log_var).mean().backward()
print("OBSERVED", "clean" if torch.allclose(wrong, model.weight.grad) else "wrong")
