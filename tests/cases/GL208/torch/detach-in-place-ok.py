# framework: torch
# verdict: clean
# seen: the teacher gets no gradient
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
student, teacher = nn.Linear(5, 3), nn.Linear(5, 3)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
x = torch.randn(4, 5)
goal = teacher(x).softmax(-1)
goal.detach_()
shown = torch.randn(3)
shown.detach()
loss = F.kl_div(student(x).log_softmax(-1), goal, reduction="batchmean")
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "clean" if teacher.weight.grad is None else "wrong")
