# framework: torch
# verdict: clean
# seen: fake.detach() for D only, fake live for G; item() in history
import torch
import torch.nn as nn

LATENT, DATA = 6, 2


def real_batch(n):
    return torch.randn(n, DATA) * 0.3 + torch.tensor([1.0, -1.0])


class GAN(nn.Module):
    def __init__(self):
        super().__init__()
        self.G = nn.Sequential(nn.Linear(LATENT, 32), nn.LeakyReLU(0.2, inplace=True), nn.Linear(32, DATA))
        self.D = nn.Sequential(nn.Linear(DATA, 32), nn.LeakyReLU(0.2, inplace=True), nn.Linear(32, 1))


def main(iters=20, seed=0):
    torch.manual_seed(seed)
    gan, bce = GAN(), nn.BCEWithLogitsLoss()
    opt_g = torch.optim.Adam(gan.G.parameters(), 2e-3, betas=(0.5, 0.999))
    opt_d = torch.optim.Adam(gan.D.parameters(), 2e-3, betas=(0.5, 0.999))
    history = {"D(x)": [], "D(G(z))": []}
    for it in range(iters):
        x = real_batch(32)
        ones, zeros = torch.ones(32, 1), torch.zeros(32, 1)

        # --- discriminator
        opt_d.zero_grad()
        out_real = gan.D(x)
        err_real = bce(out_real, ones * 0.9)
        err_real.backward()
        fake = gan.G(torch.randn(32, LATENT))
        out_fake = gan.D(fake.detach())
        err_fake = bce(out_fake, zeros)
        err_fake.backward()
        opt_d.step()

        # --- generator
        opt_g.zero_grad()
        err_g = bce(gan.D(fake), ones)
        err_g.backward()
        opt_g.step()

        history["D(x)"].append(out_real.sigmoid().mean().item())
        history["D(G(z))"].append(out_fake.sigmoid().mean().item())
        if it % 10 == 0:
            print(f"[{it}] D {(err_real + err_fake).item():.3f} G {err_g.item():.3f}")
    return gan, history


if __name__ == "__main__":
    gan, history = main()
    assert len(history["D(x)"]) == 20
    assert all(p.grad.abs().sum() > 0 for p in gan.parameters())
