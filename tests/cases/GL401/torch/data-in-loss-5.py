# framework: torch
# verdict: wrong
# seen: wrong
import argparse
import torch
import torch.nn as nn
import torch.optim as optim
import torch.nn.functional as F


class SpectralNormLinear(nn.Module):
    def __init__(self, n_in, n_out, iters=1):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in) * 0.1)
        self.register_buffer("u", F.normalize(torch.randn(n_out), dim=0))
        self.iters = iters

    def sigma(self):
        u = self.u
        with torch.no_grad():
            for _ in range(self.iters):
                v = F.normalize(self.weight.t() @ u, dim=0)
                u = F.normalize(self.weight @ v, dim=0)
            self.u.copy_(u)
        return torch.dot(u, self.weight @ v)

    def forward(self, x):
        return F.linear(x, self.weight.data / self.sigma())  # HAZARD GL401


def main(args):
    torch.manual_seed(args.seed)
    net = nn.Sequential(SpectralNormLinear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    opt = optim.Adam(net.parameters(), lr=args.lr)
    x = torch.randn(8, 3)
    for _ in range(args.steps):
        opt.zero_grad()
        loss = net(x).pow(2).mean()
        loss.backward()
        opt.step()
    layer = net[0]
    w = layer.weight.detach().clone().requires_grad_()
    true = torch.autograd.grad(torch.relu(F.linear(x, w / (layer.u @ w @ F.normalize(w.t() @ layer.u, dim=0)))).sum(), w)[0]
    got = torch.autograd.grad(torch.relu(layer(x)).sum(), layer.weight)[0]
    return torch.allclose(got, true, rtol=0.1)


parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=1e-2)
parser.add_argument("--steps", type=int, default=2)
parser.add_argument("--seed", type=int, default=0)
if __name__ == "__main__":
    print("OBSERVED", "clean" if main(parser.parse_args([])) else "wrong")
