# framework: torch
# verdict: clean
# seen: True
import torch
from torch import nn
from torch.nn import functional as F


class Distiller:
    def __init__(self, teacher, student, temperature=2.0):
        self.teacher = teacher.eval()
        self.student = student
        self.t = temperature
        self.opt = torch.optim.Adam(student.parameters(), lr=1e-2)

    @torch.no_grad()
    def soft_targets(self, x):
        return F.softmax(self.teacher(x) / self.t, dim=-1)

    @torch.no_grad()
    def agreement(self, x):
        return (self.student(x).argmax(-1) == self.teacher(x).argmax(-1)).float().mean().item()

    def step(self, x, y):
        soft = self.soft_targets(x)
        logits = self.student(x)
        kd = F.kl_div(F.log_softmax(logits / self.t, dim=-1), soft, reduction="batchmean") * self.t ** 2
        loss = 0.5 * kd + 0.5 * F.cross_entropy(logits, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


torch.manual_seed(0)
teacher = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 4))
student = nn.Linear(6, 4)
distiller = Distiller(teacher, student)
x = torch.randn(64, 6)
y = torch.randint(0, 4, (64,))
trace = [distiller.step(x, y) for _ in range(40)]
right = trace[-1] < trace[0] and teacher[0].weight.grad is None and student.weight.grad.any()
print("OBSERVED", "clean" if right else "wrong", 0 <= distiller.agreement(x) <= 1)
