# framework: torch
# verdict: clean
# seen: nothing in the list asks for a gradient
import torch
from torch import nn


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.teachers = []
        for _ in range(2):
            teacher = nn.Linear(3, 2)
            teacher.requires_grad_(False)
            self.teachers.append(teacher)

    def loss(self, inputs):
        wanted = torch.stack([each(inputs) for each in self.teachers]).mean(0)
        return (self.net(inputs) - wanted).pow(2).mean()


model = Student()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.loss(torch.randn(4, 3)).backward()
found = model.net.weight.grad is not None and model.teachers[0].weight.grad is None
print("OBSERVED", "clean" if found else "none")
