import sys

import torch
import torch.nn.functional as F

from zoo import MODELS, OPTIMIZERS


def run(name):
    torch.manual_seed(0)
    net = MODELS[name](dim=4, members=3)
    opt = OPTIMIZERS["grouped"](net, lr=1e-2)
    x = torch.randn(64, 4)
    y = x.clamp(min=0).sum(1)
    for _ in range(30):
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


if __name__ == "__main__":
    for key in sys.argv[1:] or MODELS:
        print(key, round(run(key), 4))
