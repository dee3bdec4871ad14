# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad().
import torch
from torch import nn

bce = nn.BCEWithLogitsLoss()


def train_batch(gen, disc, opt_g, opt_d, real):
    n = real.size(0)
    fake = gen(torch.randn(n, 4))

    opt_d.zero_grad()
    d_loss = bce(disc(real), torch.ones(n, 1)) + bce(disc(fake), torch.zeros(n, 1))
    d_loss.backward()
    opt_d.step()

    opt_g.zero_grad()
    g_loss = bce(disc(fake), torch.ones(n, 1))
    g_loss.backward()  # HAZARD GL603
    opt_g.step()
    return d_loss.item(), g_loss.item()


torch.manual_seed(0)
gen = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
disc = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3)
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3)
for _ in range(2):
    train_batch(gen, disc, opt_g, opt_d, torch.randn(16, 2))
