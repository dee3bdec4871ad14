# framework: torch
# verdict: clean
# seen: bounded away from zero
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 3)
z = model(torch.randn(6, 4))
lengths = (z * z).sum(1)
squares = lengths[:, None] + lengths[None, :] - 2 * z @ z.T
distance = squares.clamp(min=1e-8).sqrt()
loss = torch.relu(1.0 - distance).mean()
loss.backward()
print("OBSERVED", "clean" if model.weight.grad.isfinite().all() else "nan")
