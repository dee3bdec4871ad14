# framework: torch
# verdict: clean
# seen: both branches overflow for the same inputs, and none of these is one
import torch

sigma = torch.linspace(0.01, 5.0, 7, requires_grad=True)
grown = torch.where(sigma < 0.5, torch.expm1(sigma), sigma.exp() - 1)
grown.log().sum().backward()

points = torch.rand(5, 2, requires_grad=True)
across, down = points[:, 0] + 0.1, points[:, 1] + 0.1
length = (across**2 + down**2).sqrt()
sine = across / length
torch.where(sine > 0.7, down / length, sine).sum().backward()
