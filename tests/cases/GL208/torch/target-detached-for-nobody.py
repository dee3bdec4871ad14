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
distil(student, teacher, torch.randn(4, 5)).backward()
print("OBSERVED", "clean" if teacher.weight.grad is None else "wrong")
