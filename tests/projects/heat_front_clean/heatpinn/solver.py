import torch

from .network import HeatNet
from .physics import derivative, front_distance, heat_residual
from .sampling import collocation, initial


class Solver:
    def __init__(self, net, lr=1e-3):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters(), lr=lr)

    def boundary(self, n):
        t = torch.rand(n, 1)
        left = self.net(torch.zeros_like(t), t)
        right = self.net(torch.ones_like(t), t)
        return (left**2 + right**2).mean()

    def initial_misfit(self, n):
        x, t, target = initial(n)
        u0 = self.net(x, t)
        return (u0 - target).pow(2).mean()

    def front_penalty(self, x, t):
        u = self.net(x, t)
        grad = derivative((front_distance(x, t) * u).sum(), x)
        return grad.pow(2).mean()

    def step(self, n=32):
        x, t = collocation(n)
        self.optimizer.zero_grad()
        loss = heat_residual(self.net, x, t).pow(2).mean()
        loss = loss + self.boundary(n) + 10.0 * self.initial_misfit(n) + 0.01 * self.front_penalty(x, t)
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    solver = Solver(HeatNet())
    for _ in range(3):
        print(solver.step())


if __name__ == "__main__":
    main()
