# framework: torch
# verdict: wrong
# seen: the teacher's weights have a gradient
import torch
import torch.nn.functional as F
from torch import nn


def distil(student, teacher, x):
    goal = teacher(x).softmax(-1)
    goal.detach()  # HAZARD GL208
    return F.kl_div(student(x).log_softmax(-1), goal, reduction="batchmean")


torch.manual_seed(0)
student, teacher = nn.Linear(5, 3), nn.Linear(5, 3)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
optimizer.zero_grad()
distil(student, teacher, torch.randn(4, 5)).backward()
optimizer.step()
print("OBSERVED", "wrong" if any(each.grad is not None for each in teacher.parameters()) else "clean")
