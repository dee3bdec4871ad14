import torch

from gan.nets import critic, generator
from gan.objectives import critic_loss, generator_loss


def real_batch(n):
    angle = torch.rand(n) * 6.2832
    return torch.stack([angle.cos(), angle.sin()], 1)


def main():
    torch.manual_seed(0)
    g, d = generator(), critic()
    opt_g = torch.optim.Adam(g.parameters(), lr=1e-3, betas=(0.5, 0.9))
    opt_d = torch.optim.Adam(d.parameters(), lr=1e-3, betas=(0.5, 0.9))
    for step in range(6):
        for _ in range(2):
            opt_d.zero_grad()
            loss_d = critic_loss(d, real_batch(16), g(torch.randn(16, 3)))
            loss_d.backward()
            opt_d.step()
        opt_g.zero_grad()
        loss_g = generator_loss(d, g(torch.randn(16, 3)))
        loss_g.backward()
        opt_g.step()
        print(f"{step} critic {loss_d.item():.4f} generator {loss_g.item():.4f}")


if __name__ == "__main__":
    main()
