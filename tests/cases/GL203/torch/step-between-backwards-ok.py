# framework: torch
# verdict: clean
# seen: 3
import torch
from torch import nn
from torch.nn import functional as F


class GAN:
    def __init__(self):
        self.g = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        self.d = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        self.g_opt = torch.optim.Adam(self.g.parameters(), lr=2e-4)
        self.d_opt = torch.optim.Adam(self.d.parameters(), lr=2e-4)

    def train_step(self, real):
        fake = self.g(torch.randn(len(real), 4))
        real_logit, fake_logit = self.d(real), self.d(fake.detach())
        ones, zeros = torch.ones_like(real_logit), torch.zeros_like(real_logit)
        d_loss = F.binary_cross_entropy_with_logits(real_logit, ones)
        d_loss = d_loss + F.binary_cross_entropy_with_logits(fake_logit, zeros)
        self.d_opt.zero_grad()
        d_loss.backward()
        self.d_opt.step()

        g_loss = F.binary_cross_entropy_with_logits(self.d(fake), ones)
        self.g_opt.zero_grad()
        g_loss.backward()
        self.g_opt.step()
        return d_loss.item(), g_loss.item()


torch.manual_seed(0)
gan = GAN()
start = [p.detach().clone() for p in (*gan.g.parameters(), *gan.d.parameters())]
losses = [gan.train_step(torch.randn(6, 2)) for _ in range(3)]
end = [*gan.g.parameters(), *gan.d.parameters()]
print("OBSERVED", "clean" if all(not torch.equal(a, b) for a, b in zip(start, end)) else "none", len(losses))
