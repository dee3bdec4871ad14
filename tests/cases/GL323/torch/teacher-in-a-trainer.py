# framework: torch
# verdict: wrong
# seen: teacher and student are one module
import torch
from torch import nn

torch.manual_seed(0)


def make():
    student = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
    teacher = student  # HAZARD GL323
    return student, teacher


@torch.no_grad()
def follow(teacher, student, momentum):
    for slow, fast in zip(teacher.parameters(), student.parameters()):
        slow.copy_(momentum * slow + (1 - momentum) * fast)


student, teacher = make()
opt = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(5, 3)
    loss = (student(x) - teacher(x).detach() - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    follow(teacher, student, 0.99)
assert teacher[0].weight is student[0].weight
