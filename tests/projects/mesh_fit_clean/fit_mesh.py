import argparse

import torch

from deform import Deformation
from geometry import edges, icosphere
from mesh_losses import chamfer, edge_length, normalise


def fit(args):
    torch.manual_seed(0)
    source, target = icosphere(), icosphere() * 1.5
    rigid = torch.zeros(len(source), dtype=torch.bool)
    rigid[:4] = True
    deform = Deformation(source, rigid)
    optimizer = torch.optim.SGD(deform.parameters(), lr=args.lr, momentum=0.9)
    links = edges(len(source))
    for step in range(args.steps):
        optimizer.zero_grad()
        verts = deform()
        loss = chamfer(normalise(verts), normalise(target)) + 0.1 * edge_length(verts, links)
        loss.backward()
        optimizer.step()
        print(step, loss.item())
    return deform


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--steps", type=int, default=3)
    fit(parser.parse_args())


if __name__ == "__main__":
    main()
