import torch

from . import Classifier, EMATeacher
from .losses import semi_supervised


def sample(n, dim=8):
    x = torch.randn(n, dim)
    return x, x[:, :3].argmax(dim=1)


def main():
    torch.manual_seed(0)
    student = Classifier()
    teacher = EMATeacher(student)
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)
    totals = {}
    for step in range(20):
        x, y = sample(16)
        u, _ = sample(32)
        optimizer.zero_grad()
        loss, logs = semi_supervised(student, teacher, x, y, u, weight=min(1.0, step / 10))
        loss.backward()
        optimizer.step()
        teacher.update(student)
        for k, v in logs.items():
            totals[k] = totals.get(k, 0.0) + v
    x, y = sample(100)
    accuracy = (teacher(x).argmax(1) == y).float().mean().item()
    print({k: round(v / 20, 4) for k, v in totals.items()}, f"teacher accuracy {accuracy:.2f}")


if __name__ == "__main__":
    main()
