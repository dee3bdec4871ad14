"""A generative adversarial network on points of a circle; the discriminator sees detached fakes, as it should."""

import torch
from torch import nn


def mlp(*sizes):
    layers = []
    for place in range(len(sizes) - 1):
        layers += [nn.Linear(sizes[place], sizes[place + 1]), nn.LeakyReLU(0.2)]
    return nn.Sequential(*layers[:-1])


def main():
    torch.manual_seed(1)
    generator, critic = mlp(4, 16, 2), mlp(2, 16, 1)
    g_opt = torch.optim.Adam(generator.parameters(), lr=1e-3)
    d_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    criterion = nn.BCEWithLogitsLoss()
    for step in range(6):
        angle = torch.rand(32, 1) * 6.28
        real = torch.cat([angle.cos(), angle.sin()], 1)
        fake = generator(torch.randn(32, 4))
        d_opt.zero_grad()
        d_loss = criterion(critic(real), torch.ones(32, 1)) + criterion(
            critic(fake.detach()), torch.zeros(32, 1)
        )
        d_loss.backward()
        d_opt.step()
        g_opt.zero_grad()
        g_loss = criterion(critic(fake), torch.ones(32, 1))
        g_loss.backward()
        g_opt.step()
        print(step, d_loss.item().hex(), g_loss.item().hex())


if __name__ == "__main__":
    main()
