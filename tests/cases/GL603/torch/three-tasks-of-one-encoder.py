# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Tasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(5, 6), nn.Sigmoid())
        self.colour, self.shape, self.size = nn.Linear(6, 3), nn.Linear(6, 2), nn.Linear(6, 1)

    def losses(self, x, colour, shape, size):
        code = self.encoder(x)
        entropy = nn.functional.cross_entropy
        return entropy(self.colour(code), colour), entropy(self.shape(code), shape), (self.size(code) - size).abs().mean()


torch.manual_seed(0)
tasks = Tasks()
optimizer = torch.optim.Adam(tasks.parameters())
x, colour, shape, size = torch.randn(4, 5), torch.tensor([0, 1, 2, 0]), torch.tensor([0, 1, 1, 0]), torch.rand(4, 1)
optimizer.zero_grad()
of_colour, of_shape, of_size = tasks.losses(x, colour, shape, size)
of_colour.backward()
of_shape.backward()  # HAZARD GL603
of_size.backward()
optimizer.step()
