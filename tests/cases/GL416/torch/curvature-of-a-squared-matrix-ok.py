# framework: torch
# verdict: clean
# seen: the second derivative is there
import torch

points = torch.randn(3, 3, requires_grad=True)
closeness = (points @ points).sum()
(slope,) = torch.autograd.grad(closeness, points, create_graph=True)
(curvature,) = torch.autograd.grad(slope.sum(), points)
print("OBSERVED", "clean" if curvature.any() else "zero")
