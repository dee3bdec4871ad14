import torch
from torch import nn

from distill import Distiller
from lora import inject, trainable
from models import Classifier


def toy(n=3, dim=16):
    for _ in range(n):
        x = torch.randn(8, dim)
        yield x, x[:, :5].argmax(1)


def main():
    torch.manual_seed(0)
    teacher = Classifier(depth=4, classes=5)
    student = inject(Classifier(depth=2), {"fc1", "fc2"})
    student.head = nn.Linear(16, 5)
    optimizer = torch.optim.AdamW(trainable(student), lr=1e-3)
    distiller = Distiller(teacher, student, optimizer)
    for x, y in toy():
        print(distiller.step(x, y))


if __name__ == "__main__":
    main()
