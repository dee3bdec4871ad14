# framework: torch
# verdict: nan
# seen: at its bound clamp lets NaN pass
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4, bias=False)
nn.init.zeros_(net.weight)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
share = net(torch.randn(6, 3)).clamp(min=0.0)
entropy = torch.where(share > 0, -share * torch.log(share), torch.zeros_like(share))  # HAZARD GL701
optimizer.zero_grad()
entropy.sum().backward()
optimizer.step()
assert torch.isnan(net.weight.grad).any()
print("OBSERVED nan")
