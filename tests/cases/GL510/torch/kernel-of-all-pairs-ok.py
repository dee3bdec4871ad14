# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
points = torch.randn(5, requires_grad=True)
centres = torch.randn(5)
gaps = points[:, None] - centres
loss = torch.exp(-gaps.square()).sum()
loss.backward()
difference = points.detach()[:, None] - centres
expected = (-2 * difference * torch.exp(-difference.square())).sum(1)
print("OBSERVED", "clean" if torch.allclose(points.grad, expected, atol=1e-5) else "wrong")
