# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn, optim


class WGAN:
    def __init__(self, noise_dim=3, limit=0.05, n_critic=3):
        self.noise_dim, self.limit, self.n_critic = noise_dim, limit, n_critic
        self.gen = nn.Sequential(nn.Linear(noise_dim, 16), nn.ReLU(), nn.Linear(16, 2))
        self.critic = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
        self.opt_g = optim.RMSprop(self.gen.parameters(), lr=1e-3)
        self.opt_c = optim.RMSprop(self.critic.parameters(), lr=1e-3)

    def sample(self, n):
        return self.gen(torch.randn(n, self.noise_dim))

    def critic_step(self, real):
        with torch.no_grad():
            fake = self.sample(len(real))
        self.opt_c.zero_grad()
        gap = self.critic(fake).mean() - self.critic(real).mean()
        gap.backward()
        self.opt_c.step()
        for p in self.critic.parameters():
            p.data.clamp_(-self.limit, self.limit)
        return -gap.item()

    def gen_step(self, n):
        self.opt_g.zero_grad()
        loss = -self.critic(self.sample(n)).mean()
        loss.backward()
        self.opt_g.step()


torch.manual_seed(0)
gan = WGAN()
start = [p.detach().clone() for p in gan.gen.parameters()]
for _ in range(20):
    real = torch.randn(32, 2) * 0.3 + 2
    gaps = [gan.critic_step(real) for _ in range(gan.n_critic)]
    gan.gen_step(32)
moved = all(not torch.equal(a, b) for a, b in zip(start, gan.gen.parameters()))
inside = all(p.abs().max() <= 0.05 + 1e-6 for p in gan.critic.parameters())
print("OBSERVED", "clean" if moved and inside and gaps[-1] > 0 else "wrong")
