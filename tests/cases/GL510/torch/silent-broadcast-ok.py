# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def rbf_mmd(x, y, width=1.0):
    def kernel(a, b):
        gaps = a[:, None] - b[None]
        return torch.exp(-gaps.pow(2).sum(dim=-1) / (2 * width**2))

    return kernel(x, x).mean() + kernel(y, y).mean() - 2 * kernel(x, y).mean()


class Net(nn.Module):
    def __init__(self, n_in=4, dim=3):
        super().__init__()
        self.embed = nn.Linear(n_in, dim)
        self.value = nn.Linear(dim, 1)

    def forward(self, x):
        z = self.embed(x)
        z = z - z.mean(dim=1, keepdim=True)
        return z, self.value(z).squeeze(-1)


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=2e-2)
x, other, y = torch.randn(20, 4), torch.randn(20, 4) + 1, torch.randn(20)
history = []
for _ in range(40):
    opt.zero_grad()
    (z, value), (z2, _) = net(x), net(other)
    residual = y - value
    loss = residual.pow(2).mean() + 0.1 * rbf_mmd(z, z2)
    loss.backward()
    opt.step()
    history.append(loss.item())
print("OBSERVED", "clean" if residual.shape == (20,) and history[-1] < history[0] else "wrong")
