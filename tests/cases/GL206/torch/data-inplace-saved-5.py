# framework: torch
# verdict: wrong
# seen: weights are renormalised through .data between forward and backward: the gradient is that of other weights
import torch
import torch.nn as nn


class NormedHead(nn.Module):
    def __init__(self, d, k):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(k, d) * 3)

    def renormalise(self):
        self.weight.data.div_(self.weight.data.norm(dim=1, keepdim=True))  # HAZARD GL206

    def forward(self, x):
        return x @ self.weight.t()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 4), NormedHead(4, 2)

    def forward(self, x):
        return self.head(self.body(x))


def step(model, opt, x):
    loss = model(x).sum()
    model.head.renormalise()
    opt.zero_grad()
    loss.backward()
    opt.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Model()
    x = torch.randn(5, 3)
    (want,) = torch.autograd.grad(model(x).sum(), [model.body.weight])
    opt = torch.optim.SGD(model.parameters(), lr=0.0)
    step(model, opt, x)
    assert not torch.allclose(model.body.weight.grad, want, rtol=0.1)
