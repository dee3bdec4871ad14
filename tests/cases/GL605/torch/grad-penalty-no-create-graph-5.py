# framework: torch
# verdict: wrong
# seen: R1 penalty without create_graph: gamma 0 or 1000 gives identical weights
import torch
import torch.nn as nn


class Disc(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 16), nn.Softplus(), nn.Linear(16, 1))

    def forward(self, x):
        return self.body(x).squeeze(-1)


class Regulariser:
    """R1: squared norm of the discriminator's gradient at real samples."""

    def __init__(self, gamma):
        self.gamma = gamma

    def input_gradient(self, net, x):
        x = x.detach().requires_grad_(True)
        out = net(x).sum()
        return torch.autograd.grad(out, x)[0]  # HAZARD GL605

    def __call__(self, net, x):
        g = self.input_gradient(net, x)
        return 0.5 * self.gamma * g.square().sum(dim=1).mean()


def d_step(disc, opt, real, fake, reg):
    opt.zero_grad()
    adv = nn.functional.softplus(-disc(real)).mean() + nn.functional.softplus(disc(fake)).mean()
    loss = adv + reg(disc, real)
    loss.backward()
    opt.step()
    return loss.item()


def run(gamma):
    torch.manual_seed(0)
    disc = Disc()
    opt = torch.optim.SGD(disc.parameters(), lr=0.1)
    for _ in range(3):
        d_step(disc, opt, torch.randn(8, 4), torch.randn(8, 4) + 1, Regulariser(gamma))
    return disc


if __name__ == "__main__":
    a, b = run(0.0), run(1000.0)
    assert all(torch.equal(p, q) for p, q in zip(a.parameters(), b.parameters()))
