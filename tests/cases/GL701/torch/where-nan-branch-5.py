# framework: torch
# verdict: nan
# seen: a negative base to a learned power is nan in the branch that is not taken, a guarded base is not
import torch

gamma = torch.nn.Parameter(torch.tensor(0.7))
torch.manual_seed(0)
signal = torch.randn(8)
clamped = torch.where(signal > 0, signal.clamp(min=1e-6) ** gamma, signal)
guarded = torch.where(signal > 0, torch.where(signal > 0, signal, torch.ones_like(signal)) ** gamma, signal)
compressed = torch.sigmoid(signal) ** gamma + signal.abs() ** gamma
(clamped + guarded + compressed).sum().backward()
assert torch.isfinite(gamma.grad)
gamma.grad = None

knee = torch.where(signal > 0, signal**gamma, signal)  # HAZARD GL701
knee.sum().backward()
assert torch.isnan(gamma.grad)
