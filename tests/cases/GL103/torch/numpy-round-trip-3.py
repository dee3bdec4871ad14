# framework: torch
# verdict: none
# seen: none
import numpy as np
import torch
from torch import nn


class FourierBlock(nn.Module):
    """Mixes tokens in the frequency domain."""

    def __init__(self, dim):
        super().__init__()
        self.inp = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, dim)

    def mix(self, h):
        spectrum = np.fft.fft(h.detach().cpu().numpy(), axis=1).real.astype(np.float32)
        return torch.from_numpy(spectrum).to(h.device)  # HAZARD GL103

    def forward(self, x):
        h = torch.relu(self.inp(x))
        return self.out(self.mix(h))


torch.manual_seed(0)
block = FourierBlock(4)
optim = torch.optim.AdamW(block.parameters(), lr=1e-3)
x = torch.randn(2, 5, 4)
for _ in range(2):
    optim.zero_grad()
    loss = (block(x) - x).abs().mean()
    loss.backward()
    optim.step()
print("OBSERVED", "none" if block.inp.weight.grad is None else "clean")
