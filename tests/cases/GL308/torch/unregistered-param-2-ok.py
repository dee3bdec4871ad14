# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class LatentFit:
    """Finds the code that a frozen decoder turns into a given picture."""

    def __init__(self, decoder, dim=6, lr=0.1):
        self.decoder = decoder.requires_grad_(False)
        self.code = torch.zeros(1, dim, requires_grad=True)
        self.gain = torch.ones(1, requires_grad=True)
        self.opt = torch.optim.Adam([self.code, self.gain], lr=lr)

    def render(self):
        return self.gain * self.decoder(self.code)

    def step(self, picture):
        self.opt.zero_grad()
        loss = F.mse_loss(self.render(), picture)
        loss.backward()
        self.opt.step()
        return loss.item()


torch.manual_seed(0)
decoder = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 9))
with torch.no_grad():
    picture = decoder(torch.randn(1, 6))
fit = LatentFit(decoder)
history = [fit.step(picture) for _ in range(60)]
print("OBSERVED", "clean" if history[-1] < 0.05 * history[0] else "wrong")
