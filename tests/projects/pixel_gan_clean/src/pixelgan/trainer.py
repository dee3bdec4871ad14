import torch

from pixelgan.losses import d_loss, g_loss, r1_penalty


class GANTrainer:
    def __init__(self, generator, discriminator, lr=2e-4, r1_gamma=1.0):
        self.G, self.D = generator, discriminator
        self.opt_g = torch.optim.Adam(self.G.parameters(), lr=lr, betas=(0.0, 0.99))
        self.opt_d = torch.optim.Adam(self.D.parameters(), lr=lr, betas=(0.0, 0.99))
        self.r1_gamma = r1_gamma

    def sample(self, n):
        return self.G(torch.randn(n, self.G.z_dim))

    def d_step(self, real):
        real = real.requires_grad_(True)
        fake = self.sample(len(real)).detach()
        real_logits = self.D(real)
        loss = d_loss(real_logits, self.D(fake))
        loss = loss + 0.5 * self.r1_gamma * r1_penalty(real_logits, real)
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        return loss.item()

    def g_step(self, n):
        fake = self.sample(n)
        loss = g_loss(self.D(fake))
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()
        return loss.item()
