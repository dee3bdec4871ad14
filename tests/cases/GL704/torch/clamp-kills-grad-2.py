# framework: torch
# verdict: zero
# seen: zero
import torch

torch.manual_seed(0)
alpha = torch.tensor([1.5, -0.2], requires_grad=True)
opt = torch.optim.SGD([alpha], lr=0.1)
opt.zero_grad()
mix = torch.clamp(alpha, 0.0, 1.0)  # HAZARD GL704
loss = ((mix * torch.tensor([1.0, 2.0])).sum() - 0.5) ** 2
loss.backward()
opt.step()
print("OBSERVED", "zero" if not alpha.grad.any() else "clean")
