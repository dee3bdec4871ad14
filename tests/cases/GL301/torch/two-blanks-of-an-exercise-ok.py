# framework: torch
# verdict: clean
# seen: ValueError of the optimizer, before any gradient is asked for
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self, z_size, conv_dim=32):
        super(Generator, self).__init__()
        # complete init function

    def forward(self, x):
        # complete forward function
        return x


class Discriminator(Generator):
    def forward(self, x):
        # complete forward function
        return x


def real_loss(out):
    return nn.functional.binary_cross_entropy_with_logits(out.squeeze(), torch.ones(out.size(0)))


generator, discriminator = Generator(1), Discriminator(1)
try:
    optimizer = torch.optim.Adam(discriminator.parameters())
    for _ in range(2):
        optimizer.zero_grad()
        loss = real_loss(discriminator(generator(torch.randn(4, 1))))
        loss.backward()
        optimizer.step()
except ValueError as error:
    assert "empty parameter list" in str(error)
