# framework: torch
# verdict: none
# seen: the first state is detached, so the optimizer that lists it never moves it
import torch
from torch import nn

cell = nn.GRU(3, 4)
start = nn.Parameter(torch.randn(1, 1, 4)).to("cpu").detach()
optimizer = torch.optim.Adam([*cell.parameters(), start], lr=0.1)  # HAZARD GL301
for x in torch.randn(2, 5, 1, 3):
    _, last = cell(x, start)
    optimizer.zero_grad()
    last.pow(2).mean().backward()
    optimizer.step()
print("OBSERVED", "none" if start.grad is None else "clean")
