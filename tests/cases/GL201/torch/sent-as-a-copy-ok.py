# framework: torch
# verdict: clean
# seen: the copy is clamped, the weights keep their values
import torch

weights = torch.linspace(-2.0, 2.0, 5, requires_grad=True)
limited = weights.to("cpu", copy=True)
limited.clamp_(-1.0, 1.0)
loss = (limited * torch.arange(5.0)).sum()
loss.backward()
print("OBSERVED clean", weights.grad)
