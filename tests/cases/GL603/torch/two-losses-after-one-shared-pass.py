# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn

torch.manual_seed(0)
body, first, second, third = nn.Linear(4, 4), nn.Linear(4, 1), nn.Linear(4, 1), nn.Linear(4, 1)
modules = nn.ModuleList([body, first, second, third])
optimizer = torch.optim.SGD(modules.parameters(), lr=0.1)
code = body(torch.randn(3, 4)).exp()
optimizer.zero_grad()
first(code).mean().backward()
second(code).mean().backward()  # HAZARD GL603
third(code).mean().backward()
optimizer.step()
