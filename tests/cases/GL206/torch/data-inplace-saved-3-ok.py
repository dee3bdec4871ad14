# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class WeightNormed(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([[2.0, 1.0], [0.5, 3.0]]))
        self.w.data.mul_(0.5)

    def renorm(self):
        self.w.data /= self.w.data.norm()

    def forward(self, x):
        self.renorm()
        return torch.tanh(x @ self.w)


torch.manual_seed(0)
model = WeightNormed()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(3, 2)
for _ in range(3):
    opt.zero_grad()
    loss = model(x).sum()
    loss.backward()
    model.w.grad.data.clamp_(-1, 1)
    opt.step()
    for p in model.parameters():
        p.data.clamp_(-2, 2)
print("OBSERVED", "clean" if model.w.grad.any() else "wrong")
