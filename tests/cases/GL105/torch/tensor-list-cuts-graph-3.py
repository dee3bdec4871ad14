# framework: torch
# verdict: wrong
# seen: tensor(10.8524)
import warnings

import torch
from torch import nn


class Molecule:
    cutoff = 3.0

    def __init__(self, atoms):
        self.atoms = atoms

    def pair_energies(self, net):
        terms = []
        for i in range(len(self.atoms)):
            for j in range(i):
                r = (self.atoms[i] - self.atoms[j]).norm()
                if r < self.cutoff:
                    terms.append(net(r.view(1)).squeeze())
        return terms


def fit_loss(net, molecules, labels, l2):
    total = l2 * net[0].weight.pow(2).sum()
    for molecule, label in zip(molecules, labels):
        pairs = torch.FloatTensor(molecule.pair_energies(net))  # HAZARD GL105
        total = total + (pairs.sum() - label).pow(2) / len(molecules)
    return total


def reference(net, molecules, labels, l2):
    energies = torch.stack([torch.stack(m.pair_energies(net)).sum() for m in molecules])
    return (energies - labels).pow(2).mean() + l2 * net[0].weight.pow(2).sum()


warnings.simplefilter("ignore")
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 6), nn.Tanh(), nn.Linear(6, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
molecules, labels = [Molecule(torch.randn(4, 3)) for _ in range(3)], torch.randn(3)
(true,) = torch.autograd.grad(reference(net, molecules, labels, 0.01), net[0].weight)
opt.zero_grad()
fit_loss(net, molecules, labels, 0.01).backward()
off = (net[0].weight.grad - true).norm()
opt.step()
print("OBSERVED", "clean" if off < 1e-5 else "wrong", off)
