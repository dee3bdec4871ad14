"""A student learns from a teacher that stands still."""

import torch
import torch.nn.functional as F
from torch import nn


def main():
    torch.manual_seed(5)
    teacher = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 4)).eval()
    student = nn.Linear(6, 4)
    opt = torch.optim.SGD(student.parameters(), lr=0.5)
    for step in range(6):
        x = torch.randn(32, 6)
        with torch.no_grad():
            target = F.softmax(teacher(x) / 2.0, dim=1)
        loss = F.kl_div(F.log_softmax(student(x) / 2.0, dim=1), target, reduction="batchmean")
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item().hex())


if __name__ == "__main__":
    main()
