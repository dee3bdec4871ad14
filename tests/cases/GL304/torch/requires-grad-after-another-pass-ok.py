# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
x = torch.linspace(0.0, 1.0, 5).unsqueeze(1)
model = torch.nn.Sequential(torch.nn.Linear(1, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = (model(x) - x.square()).square().mean()
    loss.backward()
    optimizer.step()

x.requires_grad = True
model(x).sum().backward()
assert x.grad is not None and (x.grad != 0).all()
