# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Student(nn.Module):
    """The teacher is held in a list so that it is neither trained nor saved with the student."""

    def __init__(self, teacher):
        super().__init__()
        self.net = nn.Linear(4, 3)
        self.teacher = [teacher]

    def loss(self, x):
        with torch.no_grad():
            wanted = self.teacher[0](x)
        return (self.net(x) - wanted).pow(2).mean()


teacher = nn.Linear(4, 3)
student = Student(teacher)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = student.loss(torch.randn(5, 4))
    loss.backward()
    optimizer.step()
