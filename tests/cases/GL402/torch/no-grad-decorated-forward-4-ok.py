# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
import torch.nn.functional as F


class Distiller(nn.Module):
    def __init__(self):
        super().__init__()
        self.teacher = nn.Linear(4, 3)
        self.student = nn.Linear(4, 3)

    @torch.no_grad()
    def soft_targets(self, x, t=2.0):
        return F.log_softmax(self.teacher(x) / t, dim=-1)

    def loss(self, x, t=2.0):
        got = F.log_softmax(self.student(x) / t, dim=-1)
        return F.kl_div(got, self.soft_targets(x), log_target=True, reduction="batchmean") * t * t

    @torch.inference_mode()
    def evaluate(self, x, y):
        return (self.student(x).argmax(-1) == y).float().mean()


torch.manual_seed(0)
d = Distiller()
opt = torch.optim.SGD(d.student.parameters(), lr=0.1)
x = torch.randn(5, 4)
opt.zero_grad()
d.loss(x).backward()
opt.step()
d.evaluate(x, torch.zeros(5))
print("OBSERVED", "clean" if d.student.weight.grad.any() and d.teacher.weight.grad is None else "wrong")
