import torch

from vae import setup
from vae.objective import elbo_loss


def batch(n):
    return torch.randn(n, 2) @ torch.linspace(-1, 1, 2 * setup.options.dim).view(2, -1)


def step(x):
    setup.optimizer.zero_grad()
    output, posterior = setup.model(x)
    loss = elbo_loss(output, posterior, x, setup.options.beta)
    loss.backward()
    setup.optimizer.step()
    return loss.item()


if __name__ == "__main__":
    values = [step(batch(32)) for _ in range(setup.options.steps)]
    print(f"first {values[0]:.3f} last {values[-1]:.3f} samples {tuple(setup.model.sample(3).shape)}")
