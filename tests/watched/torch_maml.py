"""One inner step of MAML with the second order kept."""

import torch
from torch import nn
from torch.func import functional_call


def main():
    torch.manual_seed(6)
    net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(5):
        outer = 0.0
        for _ in range(3):
            phase = torch.rand(())
            x = torch.rand(10, 1)
            y = torch.sin(6 * x + phase)
            params = dict(net.named_parameters())
            inner = ((functional_call(net, params, (x,)) - y) ** 2).mean()
            grads = torch.autograd.grad(inner, list(params.values()), create_graph=True)
            fast = {name: p - 0.1 * g for (name, p), g in zip(params.items(), grads)}
            outer = outer + ((functional_call(net, fast, (x,)) - y) ** 2).mean()
        opt.zero_grad()
        outer.backward()
        opt.step()
        print(step, outer.item().hex())


if __name__ == "__main__":
    main()
