# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn.functional as F
from torch import nn


class Matcher(nn.Module):
    def __init__(self, n_in=6, dim=4):
        super().__init__()
        self.teacher = nn.Linear(n_in, dim)
        self.student = nn.Linear(n_in, dim)

    @torch.inference_mode()
    def goal(self, x):
        return self.teacher(x).tanh()

    def forward(self, x):
        residual = self.student(x) - self.goal(x)
        return residual.pow(2).mean()


torch.manual_seed(0)
model = Matcher()
opt = torch.optim.SGD(model.student.parameters(), lr=0.3)
x = torch.randn(32, 6)
opt.zero_grad()
model(x).backward()
with torch.no_grad():
    goal = model.teacher(x).tanh()
(expected,) = torch.autograd.grad(F.mse_loss(model.student(x), goal), model.student.weight)
right = torch.allclose(model.student.weight.grad, expected, atol=1e-6)
opt.step()
print("OBSERVED", "clean" if right else "wrong")
