# framework: torch
# verdict: clean
# seen: two draws of one size fit together, whatever their means and deviations are
import torch

torch.manual_seed(0)
first = torch.normal(1, 2, size=(5, 3))
second = torch.normal(0.0, 1.0, (5, 3))
scale = torch.ones(3, requires_grad=True)
both = torch.cat([first, second], dim=0)
loss = (both * scale).pow(2).mean()
loss.backward()
assert both.shape == (10, 3) and bool(scale.grad.ne(0).all())
print("OBSERVED clean", float(loss.detach()))
