# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class WeightNormed(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([[2.0, 1.0], [0.5, 3.0]]))

    def forward(self, x):
        y = torch.tanh(x @ self.w)
        self.w.data /= self.w.data.norm()  # HAZARD GL206
        return y


torch.manual_seed(0)
model = WeightNormed()
x = torch.randn(3, 2, requires_grad=True)
true = torch.autograd.grad(torch.tanh(x @ model.w).sum(), x)[0]
model(x).sum().backward()
print("OBSERVED", "clean" if torch.allclose(x.grad, true) else "wrong")
