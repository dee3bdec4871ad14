# framework: torch
# verdict: nan
# seen: the loss is finite and its gradient is not
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.tensor([[1.0, float("nan"), 0.5]])
loss = torch.nan_to_num(net(x).square().sum(), nan=0.0)  # HAZARD GL701
optimizer.zero_grad()
loss.backward()
print("OBSERVED", "nan" if net.weight.grad.isnan().any() else "clean")
