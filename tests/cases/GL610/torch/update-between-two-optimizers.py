# framework: torch
# verdict: wrong
# seen: the second step is divided by the new scale
import torch

torch.manual_seed(0)
a, b = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)
first = torch.optim.SGD(a.parameters(), lr=0.1)
second = torch.optim.SGD(b.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=1)
x = torch.ones(3, 2)
for _ in range(2):
    first.zero_grad()
    second.zero_grad()
    scaler.scale(a(x).pow(2).mean()).backward()
    scaler.scale(b(x).pow(2).mean()).backward()
    scaler.step(first)
    scaler.update()  # HAZARD GL610
    scaler.step(second)
    scaler.update()
