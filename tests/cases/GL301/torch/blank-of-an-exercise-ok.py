# framework: torch
# verdict: clean
# seen: gradient as expected, once somebody has filled in the blank
import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        ## encoder layers ##

        ## decoder layers ##

    def forward(self, x):
        ## encode ##

        ## decode ##

        return x


model = Denoiser()
criterion = nn.MSELoss()


def train(images, noise=0.5):
    outputs = model(images + noise * torch.randn(images.shape))
    loss = criterion(outputs, images)
    if next(model.parameters(), None) is not None:
        loss.backward()
    return loss.item()


assert train(torch.rand(2, 4)) > 0
