import argparse

import torch

from model import *
from dataset import *
from objective import *


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--joints", type=int, default=4)
    parser.add_argument("--lr", type=float, default=1e-2)
    parser.add_argument("--bone-weight", type=float, default=1.0)
    return parser.parse_args()


def main():
    args = parse_args()
    torch.manual_seed(3)
    net = KeypointNet(args.joints)
    optimizer = torch.optim.SGD(net.parameters(), lr=args.lr, momentum=0.9)
    criterion = SkeletonLoss(bones=chain(args.joints), bone_weight=args.bone_weight)
    for step in range(args.steps):
        images, joints = sample_batch(8, args.joints)
        predicted = net(images)
        loss = criterion(predicted, joints)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 0:
            error = pixel_error(predicted, joints)
            print(f"{step:3d} loss {loss.item():.4f} error {error:.3f}")


if __name__ == "__main__":
    main()
