# framework: torch
# verdict: clean
# seen: gradient as expected
import argparse
import torch
import torch.nn as nn
import torch.optim as optim
import torch.nn.functional as F


class SpectralNormLinear(nn.Module):
    def __init__(self, n_in, n_out, iters=1):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_out, n_in))
        self.weight.data.normal_(0, 0.1)
        self.register_buffer("u", F.normalize(torch.randn(n_out), dim=0))
        self.iters = iters

    def sigma(self):
        u, w = self.u, self.weight.data
        for _ in range(self.iters):
            v = F.normalize(w.t() @ u, dim=0)
            u = F.normalize(w @ v, dim=0)
        if self.training:
            self.u.data.copy_(u)
        return torch.dot(u, self.weight @ v)

    def forward(self, x):
        return F.linear(x, self.weight / self.sigma())


def average(models):
    mean = nn.Linear(4, 1)
    for p, *others in zip(mean.parameters(), *(m.parameters() for m in models)):
        p.data = torch.stack([o.data for o in others]).mean(0)
    return mean


def main(args):
    torch.manual_seed(args.seed)
    net = nn.Sequential(SpectralNormLinear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    opt = optim.Adam(net.parameters(), lr=args.lr)
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    trace = []
    for step in range(args.steps):
        for group in opt.param_groups:
            group["lr"] = args.lr * (1 - step / args.steps)
        opt.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        total = sum(p.grad.data.norm(2) ** 2 for p in net.parameters()) ** 0.5
        opt.step()
        trace.append((loss.data.item(), float(total)))
    soup = average([net[2], net[2]])
    return trace[-1][0] < trace[0][0] and torch.equal(soup.weight, net[2].weight)


parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=1e-2)
parser.add_argument("--steps", type=int, default=6)
parser.add_argument("--seed", type=int, default=0)
if __name__ == "__main__":
    print("OBSERVED", "clean" if main(parser.parse_args([])) else "wrong")
