# framework: torch
# verdict: raises
# seen: appears to not have been used in the graph
import torch
from torch import nn

points = torch.randn(12, requires_grad=True)
model = nn.Sequential(nn.Linear(12, 6), nn.Linear(6, 1))
slope = torch.autograd.grad(model(points), points, create_graph=True)[0]
curvature = torch.autograd.grad(slope.sum(), points)[0]  # HAZARD GL416
print(curvature)
