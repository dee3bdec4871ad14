# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
x = torch.randn(6, requires_grad=True)
y = torch.randn(6)
kernel_width = 0.5
attraction = ((x[:, None] - y) ** 2).mean()
spread = torch.exp(-((x.unsqueeze(1) - x) ** 2) / kernel_width).mean()
loss = attraction + spread
loss.backward()

step, numeric = 1e-3, torch.zeros(6)
for i in range(6):
    for sign in (1, -1):
        moved = x.detach().clone()
        moved[i] += sign * step
        value = ((moved[:, None] - y) ** 2).mean() + torch.exp(-((moved[:, None] - moved) ** 2) / kernel_width).mean()
        numeric[i] += sign * value / (2 * step)
print("OBSERVED", "clean" if torch.allclose(x.grad, numeric, atol=1e-2) else "wrong")
