import torch


class CollocationSampler:
    def __init__(self, n, dtype=torch.float64):
        self.n, self.dtype = n, dtype

    def interior(self):
        x = torch.rand(self.n, 1, dtype=self.dtype) * 2 - 1
        return x, torch.rand(self.n, 1, dtype=self.dtype)

    def initial(self):
        x = torch.linspace(-1, 1, self.n, dtype=self.dtype)[:, None]
        return x, torch.zeros_like(x), -torch.sin(torch.pi * x)


def residual_weights(residual, k=1.0):
    """Importance of each point; constants for the optimizer."""
    r = residual.detach().abs().pow(k)
    return r / r.mean() + 0.1
