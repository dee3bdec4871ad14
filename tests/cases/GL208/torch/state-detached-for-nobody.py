# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn

torch.manual_seed(0)
cell, readout = nn.GRUCell(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.Adam([*cell.parameters(), *readout.parameters()], lr=1e-2)
h = torch.zeros(2, 4)
for step in range(3):
    h = cell(torch.randn(2, 3), h)
    loss = readout(h).square().mean()
    optimizer.zero_grad()
    loss.backward()  # HAZARD GL603
    optimizer.step()
    h.detach()  # HAZARD GL208
