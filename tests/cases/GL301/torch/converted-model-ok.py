# framework: torch
# verdict: clean
# seen: convert_sync_batchnorm returns the model
import torch
from torch import nn


def train(x):
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU())
    model = nn.SyncBatchNorm.convert_sync_batchnorm(model)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model.forward(x).mean()
    loss.backward()
    opt.step()
    return model


assert train(torch.randn(2, 3, 5, 5))[0].weight.grad is not None
print("OBSERVED clean")
