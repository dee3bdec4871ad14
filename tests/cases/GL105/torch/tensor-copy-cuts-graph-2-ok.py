# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np
import torch as th
from torch import nn
from torch.nn import functional as F


class WeightedCE(nn.Module):
    def __init__(self, counts):
        super().__init__()
        counts = np.asarray(counts, dtype=np.float32)
        self.register_buffer("weight", th.tensor(counts.sum() / (len(counts) * counts)))

    def forward(self, logits, target):
        smooth = logits.new_tensor([0.9, 0.05, 0.05])
        soft = th.stack([smooth.roll(int(t)) for t in target])
        return -(self.weight[target] * (soft * F.log_softmax(logits, dim=1)).sum(1)).mean()


th.manual_seed(0)
net, criterion = nn.Linear(4, 3), WeightedCE([5, 3, 2])
opt = th.optim.SGD(net.parameters(), lr=0.1)
x, y = th.randn(6, 4), th.tensor([0, 1, 2, 0, 1, 2])
opt.zero_grad()
loss = criterion(net(x), y)
loss.backward()
rows = []
for i in range(3):
    bump = th.zeros(3, 4)
    bump[i, 1] = 1e-2
    with th.no_grad():
        high = criterion(x @ (net.weight + bump).t() + net.bias, y)
        low = criterion(x @ (net.weight - bump).t() + net.bias, y)
    rows.append((high - low).item() / 2e-2)
numeric = th.tensor(rows)
print("OBSERVED", "clean" if th.allclose(net.weight.grad[:, 1], numeric, atol=1e-3) else "wrong")
opt.step()
