# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, make, widths):
        super().__init__()
        self.body = make(widths)

    def forward(self, x):
        return self.body(x)


class Fit:
    def __init__(self, make, widths, name):
        self.func = Net(make, widths)
        self.optimizer = self.choose(name)

    def choose(self, name):
        if name == "SGD":
            return torch.optim.SGD(self.func.parameters(), lr=0.1)
        raise ValueError(name)

    def train(self, batches):
        for x in batches:
            self.forget()
            loss = self.func(x).square().mean()
            loss.backward()
            self.optimizer.step()

    def forget(self):
        for param in self.func.parameters():
            if param.grad is not None:
                param.grad.zero_()


torch.manual_seed(0)
fit, fresh = globals()["Fit"](lambda widths: nn.Linear(*widths), (3, 1), "SGD"), []
fit.func.body.weight.register_hook(lambda g: fresh.append(g.clone()))
fit.train([torch.randn(8, 3) for _ in range(4)])
right = torch.allclose(fit.func.body.weight.grad, fresh[-1], rtol=1e-3)
print("OBSERVED", "clean" if right else "wrong")
