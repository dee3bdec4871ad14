# framework: torch
# verdict: nan
# seen: loss nan
import torch as th
import torch.nn as nn

student = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 5), nn.Softmax(dim=1))
teacher = nn.Sequential(nn.Linear(10, 64), nn.ReLU(), nn.Linear(64, 5), nn.Softmax(dim=1))


def soft_cross_entropy(pred, target):
    return -(target * th.log(pred)).sum(dim=1).mean()  # HAZARD GL703


def distill(x, steps):
    optimizer = th.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(steps):
        with th.no_grad():
            target = teacher(x / 100)
        optimizer.zero_grad()
        loss = soft_cross_entropy(student(x), target)
        loss.backward()
        optimizer.step()
    return loss.item()


th.manual_seed(0)
for net in (student, teacher):
    for layer in net:
        if isinstance(layer, nn.Linear):
            nn.init.kaiming_normal_(layer.weight)
last = distill(th.randn(32, 10) * 100, steps=2)
print("OBSERVED", "nan" if student[0].weight.isnan().any() else "clean", "loss", last)
