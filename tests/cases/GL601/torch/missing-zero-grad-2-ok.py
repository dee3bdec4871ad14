# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn as nn


class GAN(nn.Module):
    def __init__(self, noise=4):
        super().__init__()
        self.noise = noise
        self.gen = nn.Sequential(nn.Linear(noise, 16), nn.ReLU(), nn.Linear(16, 2))
        self.disc = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
        self.opts = {
            "g": torch.optim.Adam(self.gen.parameters(), lr=1e-3),
            "d": torch.optim.Adam(self.disc.parameters(), lr=1e-3),
        }
        self.bce = nn.BCEWithLogitsLoss()

    def apply_loss(self, which, loss):
        optimizer = self.opts[which]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    def round(self, real):
        n = len(real)
        fake = self.gen(torch.randn(n, self.noise))
        on_real = self.bce(self.disc(real), torch.ones(n, 1))
        on_fake = self.bce(self.disc(fake.detach()), torch.zeros(n, 1))
        self.apply_loss("d", on_real + on_fake)
        self.apply_loss("g", self.bce(self.disc(fake), torch.ones(n, 1)))


torch.manual_seed(0)
gan = GAN()
fresh = []
gan.gen[2].bias.register_hook(lambda g: fresh.append(g.clone()))
for _ in range(6):
    gan.round(torch.randn(16, 2) * 0.5 + 1)
right = torch.equal(gan.gen[2].bias.grad, fresh[-1]) and len(fresh) == 6
print("OBSERVED", "clean" if right else "wrong")
