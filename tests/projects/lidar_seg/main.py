import torch

from lidar.builder import build_from
from lidar.loop import Loop
from lidar.settings import DEFAULT
from lidar.sweeps import Sweeps


def main():
    torch.manual_seed(0)
    model, losses = build_from(DEFAULT)
    loop = Loop(model, losses, DEFAULT["train"])
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    for _ in range(2):
        print("loss", loop.epoch(Sweeps(4, points=12)))
    for name, p in model.named_parameters():
        print(name, "STILL" if torch.equal(p, before[name]) else "moved")


if __name__ == "__main__":
    main()
