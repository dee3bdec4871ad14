# framework: torch
# verdict: clean
# seen: each pass clears the gradients of the one before, and their graphs with them
import torch


class Halved(torch.optim.SGD):
    """Steps by the curvature along the gradient as well."""

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                (curved,) = torch.autograd.grad(p.grad.pow(2).sum(), p, retain_graph=True)
                p.data -= group["lr"] * (p.grad.detach() + 0.01 * curved)


def train(function, make):
    x = torch.tensor([1.0, -2.0], requires_grad=True)
    optimizer = make([x], lr=0.1)
    for _ in range(5):
        optimizer.zero_grad()
        function(x).backward(create_graph=True)
        optimizer.step()
    x.grad = None
    return x


train(lambda x: (x**4).sum(), Halved)
