# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
points = torch.randn(5, 2)
layer = torch.nn.Linear(2, 2)
moved = layer(points)
with torch.no_grad():
    nearest = torch.cdist(points, points).fill_diagonal_(float("inf")).argmin(dim=1)
lengths = torch.linalg.norm(moved - moved[nearest], dim=1)
lengths.mean().backward()
assert torch.isfinite(layer.weight.grad).all()
