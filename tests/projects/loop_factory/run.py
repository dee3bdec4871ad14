import torch
from torch import nn

from pipeline.loop import Loop
from pipeline.nets import resmlp
from pipeline.optim import make_optimizer, make_scheduler


def main():
    net = resmlp()
    optimizer = make_optimizer("adam", net.parameters(), lr=1e-3)
    loop = Loop(net, optimizer, make_scheduler(optimizer, 5), nn.MSELoss())
    data = [(torch.randn(8, 16), torch.randn(8, 1)) for _ in range(6)]
    for epoch in range(5):
        print(epoch, loop.one_epoch(data))


if __name__ == "__main__":
    main()
