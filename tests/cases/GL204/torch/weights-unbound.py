# framework: torch
# verdict: raises
# seen: RuntimeError: Output 1 of
import torch

points = torch.rand(5, 2, requires_grad=True)
x, y = points.unbind(1)
y += 0.5  # HAZARD GL204
loss = (x * y).sum()
loss.backward()
