# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn
from torch.autograd import grad


class R1:
    def __init__(self, critic, gamma=10.0):
        self.critic, self.gamma = critic, gamma

    def __call__(self, real):
        real = real.detach().requires_grad_(True)
        scores = self.critic(real)
        g = grad(outputs=scores.sum(), inputs=real, retain_graph=True)[0]  # HAZARD GL605
        return self.gamma / 2 * g.flatten(1).pow(2).sum(1).mean()


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 8), nn.Softplus(), nn.Linear(8, 1))
r1 = R1(critic)
real, fake = torch.randn(6, 3), torch.randn(6, 3)
opt = torch.optim.Adam(critic.parameters())
opt.zero_grad()
loss = critic(fake).mean() - critic(real).mean() + r1(real)
loss.backward()
opt.step()
plain = torch.autograd.grad(critic(fake).mean() - critic(real).mean(), critic[0].weight)[0]
print("OBSERVED", "wrong" if torch.allclose(plain, critic[0].weight.grad, atol=0.05) else "clean")
