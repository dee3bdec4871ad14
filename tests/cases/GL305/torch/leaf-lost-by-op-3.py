# framework: torch
# verdict: none
# seen: none
import torch

torch.manual_seed(0)
t = torch.linspace(0, 1, 16)
signal = torch.sin(6 * t)
coeffs = torch.randn(4, requires_grad=True).mul(0.1)  # HAZARD GL305
for _ in range(5):
    basis = torch.stack([t ** k for k in range(4)])
    loss = ((coeffs @ basis - signal) ** 2).mean()
    loss.backward()
    if coeffs.grad is not None:
        coeffs.data -= 0.1 * coeffs.grad
    break
print("OBSERVED", "none" if coeffs.grad is None else "clean")
