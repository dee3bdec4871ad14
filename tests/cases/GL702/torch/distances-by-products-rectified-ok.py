# framework: torch
# verdict: clean
# seen: relu() gives back zero
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 3)
z = model(torch.randn(6, 4))
products = torch.matmul(z, z.t())
lengths = torch.diag(products)
squares = lengths.unsqueeze(0) - 2.0 * products + lengths.unsqueeze(1)
distance = torch.sqrt(torch.relu(squares))
loss = torch.relu(1.0 - distance).mean()
loss.backward()
print("OBSERVED", "clean" if model.weight.grad.isfinite().all() else "nan")
