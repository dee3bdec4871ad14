"""The generator is trained on a fake that was detached for the discriminator."""

# without gradient: 0.weight 0.bias 2.weight 2.bias
import torch
from torch import nn


def main():
    torch.manual_seed(1)
    generator = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
    critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
    g_opt = torch.optim.Adam(generator.parameters(), lr=1e-3)
    d_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    criterion = nn.BCEWithLogitsLoss()
    for step in range(6):
        angle = torch.rand(32, 1) * 6.28
        real = torch.cat([angle.cos(), angle.sin()], 1)
        fake = generator(torch.randn(32, 4)).detach()  # GL401 confirmed
        d_opt.zero_grad()
        d_loss = criterion(critic(real), torch.ones(32, 1)) + criterion(critic(fake), torch.zeros(32, 1))
        d_loss.backward()
        d_opt.step()
        g_opt.zero_grad()
        g_loss = criterion(critic(fake), torch.ones(32, 1))
        g_loss.backward()
        g_opt.step()
        print(step, d_loss.item().hex(), g_loss.item().hex())


if __name__ == "__main__":
    main()
