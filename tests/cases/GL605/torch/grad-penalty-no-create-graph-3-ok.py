# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import autograd, nn


def gradient_penalty(critic, real, fake, lam=10.0):
    alpha = torch.rand(real.size(0), 1).expand_as(real)
    inter = (alpha * real.detach() + (1 - alpha) * fake.detach()).requires_grad_(True)
    score = critic(inter)
    grads = autograd.grad(score, inter, torch.ones_like(score), create_graph=True, retain_graph=True, only_inputs=True)[0]
    norm = (grads.view(grads.size(0), -1).pow(2).sum(1) + 1e-12).sqrt()
    return lam * ((norm - 1) ** 2).mean()


def r1(critic, real, gamma=1.0):
    real = real.detach().requires_grad_()
    out = critic(real)
    (g,) = autograd.grad(out.sum(), real, create_graph=True)
    return 0.5 * gamma * g.square().sum(1).mean()


torch.manual_seed(0)
G = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2, inplace=True), nn.Linear(16, 3))
D = nn.Sequential(nn.Linear(3, 16), nn.LeakyReLU(0.2, inplace=True), nn.Linear(16, 1))
optG = torch.optim.Adam(G.parameters(), 1e-3, betas=(0.0, 0.9))
optD = torch.optim.Adam(D.parameters(), 1e-3, betas=(0.0, 0.9))
one, mone = torch.tensor(1.0), torch.tensor(-1.0)
for it in range(2):
    for p in D.parameters():
        p.requires_grad = True
    for _ in range(2):
        real = torch.randn(8, 3)
        with torch.no_grad():
            z = torch.randn(8, 2)
        fake = G(z).detach()
        D.zero_grad()
        d_real = D(real).mean()
        d_real.backward(mone)
        d_fake = D(fake).mean()
        d_fake.backward(one)
        gp = gradient_penalty(D, real, fake) + r1(D, real)
        gp.backward()
        wasserstein = (d_real - d_fake).item()
        optD.step()
    for p in D.parameters():
        p.requires_grad = False
    G.zero_grad()
    g_loss = -D(G(torch.randn(8, 2))).mean()
    g_loss.backward()
    optG.step()
print("OBSERVED", "clean" if G[0].weight.grad.any() and isinstance(wasserstein, float) else "wrong")
