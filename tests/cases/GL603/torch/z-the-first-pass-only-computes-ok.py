# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
height = (x.cos() ** 2).sum()
height.backward()

optimizer = torch.optim.SGD([x], lr=0.1)
for step in range(11):
    if step:
        optimizer.zero_grad()
        height.backward()
        optimizer.step()
    height = (x.cos() ** 2).sum()
