# framework: torch
# verdict: clean
# seen: the gradient of the scale does not need what exp has saved
import torch

weight = torch.randn(4, requires_grad=True)
scale = torch.tensor(2.0, requires_grad=True)
rates = weight.exp()
loss = (rates.detach().clone() * scale).sum() + rates.mean()
rates += 1.0
(slope,) = torch.autograd.grad(loss, [scale])
print("OBSERVED", "clean" if slope.item() > 0 else "zero")
