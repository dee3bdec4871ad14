# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class UpBlock(nn.Module):
    def __init__(self, n_in, n_out, factor=2):
        super().__init__()
        self.factor = factor
        self.weight = nn.Parameter(torch.randn(n_out, n_in, 3, 3) * 0.1)
        self.temperature = nn.Parameter(torch.ones(()))

    def forward(self, x):
        x = nn.Upsample(scale_factor=self.factor, mode="nearest")(x)
        x = nn.ReflectionPad2d(1)(x)
        x = nn.LeakyReLU(0.1)(F.conv2d(x, self.weight))
        attention = nn.Softmax(dim=-1)(x.flatten(2) / self.temperature)
        return nn.Flatten()(attention.unflatten(2, x.shape[2:]) * x)


torch.manual_seed(0)
block = UpBlock(2, 3)
opt = torch.optim.SGD(block.parameters(), lr=0.5)
x, y = torch.randn(4, 2, 4, 4), torch.zeros(4, 192)
start = [p.detach().clone() for p in block.parameters()]
history = []
for _ in range(5):
    opt.zero_grad()
    loss = nn.MSELoss(reduction="sum")(block(x), y)
    loss.backward()
    opt.step()
    history.append(loss.item())
same = torch.equal(block(x), block(x))
moved = all(not torch.equal(a, b) for a, b in zip(start, block.parameters()))
print("OBSERVED", "clean" if same and moved and history[-1] < history[0] else "wrong")
