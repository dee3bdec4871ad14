# framework: torch
# verdict: clean
# seen: the distillation term is switched off by its weight
import torch
from torch import nn

torch.manual_seed(0)
student, teacher = nn.Linear(4, 3), nn.Linear(4, 3)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
logits = student(x)
agreement = (logits.argmax(1) == teacher(x).argmax(1)).float().sum()
loss = nn.functional.cross_entropy(logits, y) + agreement * 0
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED clean", student.weight.grad.abs().sum() > 0)
