# framework: torch
# verdict: clean
# seen: gradient penalty with create_graph on .data mixtures; D frozen while G trains
import torch
from torch import autograd, nn


class Critic(nn.Module):
    def __init__(self, c=1):
        super().__init__()
        self.conv = nn.Conv2d(c, 8, 3, 2, 1)
        self.head = nn.Linear(8 * 16, 1)

    def forward(self, x):
        h = nn.functional.softplus(self.conv(x))
        return self.head(h.flatten(1)).view(-1)


class Generator(nn.Module):
    def __init__(self, z=4):
        super().__init__()
        self.z = z
        self.fc = nn.Linear(z, 64)

    def forward(self, n):
        return torch.tanh(self.fc(torch.randn(n, self.z))).view(n, 1, 8, 8)


def gradient_penalty(critic, real, fake):
    alpha = torch.rand(real.size(0), 1, 1, 1)
    mixed = (alpha * real.data + (1 - alpha) * fake.data).requires_grad_(True)
    score = critic(mixed)
    (grad,) = autograd.grad(
        outputs=score,
        inputs=mixed,
        grad_outputs=torch.ones_like(score),
        create_graph=True,
    )
    return ((grad.flatten(1).norm(2, dim=1) - 1) ** 2).mean()


def train(n_iter=4, n_critic=2, lam=10.0):
    G, D = Generator(), Critic()
    opt = {"G": torch.optim.Adam(G.parameters(), 1e-3), "D": torch.optim.Adam(D.parameters(), 1e-3)}
    for _ in range(n_iter):
        for p in D.parameters():
            p.requires_grad_(True)
        for _ in range(n_critic):
            real = torch.rand(6, 1, 8, 8) * 2 - 1
            with torch.no_grad():
                fake = G(6)
            wasserstein = D(fake).mean() - D(real).mean()
            loss_d = wasserstein + lam * gradient_penalty(D, real, fake)
            opt["D"].zero_grad()
            loss_d.backward()
            opt["D"].step()
        for p in D.parameters():
            p.requires_grad_(False)
        opt["G"].zero_grad()
        loss_g = -D(G(6)).mean()
        loss_g.backward()
        opt["G"].step()
    return G, D, -wasserstein.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    G, D, w = train()
    assert all(p.grad.abs().sum() > 0 for p in G.parameters())
    assert D.conv.weight.grad.abs().sum() > 0 and D.head.weight.grad.abs().sum() > 0
    # the penalty alone reaches the critic's weights
    D.requires_grad_(True).zero_grad()
    gradient_penalty(D, torch.randn(6, 1, 8, 8), G(6)).backward()
    assert D.conv.weight.grad.abs().sum() > 0
