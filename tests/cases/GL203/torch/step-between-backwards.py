# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [8, 1]], which is output 0 of AsStrided, is at version 2; expected version 1 instead. Hint: enable an
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
        real_logit, fake_logit = self.d(real), self.d(fake)
        ones, zeros = torch.ones_like(real_logit), torch.zeros_like(real_logit)
        d_loss = F.binary_cross_entropy_with_logits(real_logit, ones)
        d_loss = d_loss + F.binary_cross_entropy_with_logits(fake_logit, zeros)
        g_loss = F.binary_cross_entropy_with_logits(fake_logit, ones)

        self.d_opt.zero_grad()
        d_loss.backward(retain_graph=True)
        self.d_opt.step()

        self.g_opt.zero_grad()
        g_loss.backward()  # HAZARD GL203
        self.g_opt.step()


torch.manual_seed(0)
gan = GAN()
for _ in range(2):
    gan.train_step(torch.randn(6, 2))
