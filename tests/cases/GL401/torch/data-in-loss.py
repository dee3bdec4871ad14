# framework: torch
# verdict: none
# seen: ['0.weight', '2.weight']
import torch
from torch import nn
from torch.nn import functional as F


class EqualizedLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in))
        self.bias = nn.Parameter(torch.zeros(n_out))
        self.gain = n_in ** -0.5

    def forward(self, x):
        return F.linear(x, self.weight.data * self.gain, self.bias)  # HAZARD GL401


torch.manual_seed(0)
net = nn.Sequential(EqualizedLinear(6, 10), nn.ReLU(), EqualizedLinear(10, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x, y = torch.randn(20, 6), torch.randn(20, 1)
for _ in range(5):
    opt.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    opt.step()
lost = [name for name, p in net.named_parameters() if p.grad is None]
print("OBSERVED", "none" if lost == ["0.weight", "2.weight"] else "clean", lost)
