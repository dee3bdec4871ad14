# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
model = torch.nn.Linear(3, 1)
valid = torch.tensor([[1.0, 1.0], [0.0, 0.0]])
loss_each = model(torch.randn(2, 2, 3)).squeeze(-1).pow(2)
count = valid.sum(1).clamp(min=1.0)
loss = ((loss_each * valid).sum(1) / count).mean()
loss.backward()
