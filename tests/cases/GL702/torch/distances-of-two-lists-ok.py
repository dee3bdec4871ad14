# framework: torch
# verdict: clean
# seen: no two of them are the same point
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 3)
z = model(torch.randn(6, 4))
other = torch.randn(5, 3)
squares = (z * z).sum(1)[:, None] + (other * other).sum(1)[None, :] - 2 * z @ other.T
distance = squares.clamp(min=0).sqrt()
loss = torch.relu(1.0 - distance).mean()
loss.backward()
print("OBSERVED", "clean" if model.weight.grad.isfinite().all() else "nan")
