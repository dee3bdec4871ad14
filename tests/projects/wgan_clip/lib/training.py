import torch

from constraints import clip_weights, weight_range


class WassersteinTrainer:
    def __init__(self, critic, generator, clip, lr=5e-4):
        self.critic = critic
        self.generator = generator
        self.clip = clip
        self.critic_opt = torch.optim.RMSprop(critic.parameters(), lr=lr)
        self.generator_opt = torch.optim.RMSprop(generator.parameters(), lr=lr)
        self.largest = 0.0

    def noise(self, n):
        return torch.randn(n, self.generator.latent)

    def step(self, real):
        fake = self.generator(self.noise(len(real))).detach()
        self.critic_opt.zero_grad()
        d_loss = self.critic(fake).mean() - self.critic(real).mean()
        d_loss.backward()
        self.critic_opt.step()
        clip_weights(self.critic, self.clip)
        self.largest = weight_range(self.critic)

        self.generator_opt.zero_grad()
        g_loss = -self.critic(self.generator(self.noise(len(real)))).mean()
        g_loss.backward()
        self.generator_opt.step()
        return d_loss.item(), g_loss.item()
