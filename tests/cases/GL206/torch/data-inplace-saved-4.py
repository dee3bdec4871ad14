# framework: torch
# verdict: wrong
# seen: atoms.data.clamp_ between forward and backward: gradient of code.weight differs from the true one
"""Non-negative dictionary learning; the projection is in the wrong place."""
import argparse

import torch


class Dictionary(torch.nn.Module):
    def __init__(self, atoms, dim):
        super().__init__()
        self.atoms = torch.nn.Parameter(torch.randn(atoms, dim, dtype=torch.double))
        self.code = torch.nn.Linear(dim, atoms, dtype=torch.double)

    def forward(self, x):
        return torch.relu(self.code(x)) @ self.atoms

    def project(self):
        self.atoms.data.clamp_(min=0.0)  # HAZARD GL206


def one_step(model, x):
    recon = model(x)
    loss = ((recon - x) ** 2).mean()
    model.project()
    loss.backward()
    return loss


def main(args):
    torch.manual_seed(args.seed)
    model = Dictionary(args.atoms, args.dim)
    opt = torch.optim.SGD(model.parameters(), lr=args.lr)
    for _ in range(args.steps):
        opt.zero_grad()
        one_step(model, torch.randn(16, args.dim, dtype=torch.double))
        opt.step()
    return model


def options(argv=None):
    ap = argparse.ArgumentParser()
    for name, value in dict(atoms=5, dim=4, steps=2, seed=0).items():
        ap.add_argument(f"--{name}", type=int, default=value)
    ap.add_argument("--lr", type=float, default=0.1)
    return ap.parse_args(argv)


if __name__ == "__main__":
    main(options([]))
    torch.manual_seed(0)
    model, x = Dictionary(5, 4), torch.randn(16, 4, dtype=torch.double)
    want = torch.autograd.grad(((model(x) - x) ** 2).mean(), model.code.weight)[0]
    one_step(model, x)
    assert not torch.allclose(model.code.weight.grad, want)
