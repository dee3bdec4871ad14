# framework: torch
# verdict: zero
# seen: every gradient is zero, without an error
import torch
from torch.func import functional_call, grad_and_value


class Task:
    def __init__(self, net):
        self.net = net
        self.weights = {name: each.detach().clone() for name, each in net.named_parameters()}

    def objective(self, weights, x):
        with torch.no_grad():
            out = functional_call(self.net, weights, (x,))  # HAZARD GL402
        return out.square().mean()

    def update(self, x):
        found, _ = grad_and_value(self.objective)(self.weights, x)
        self.weights = {name: each - 0.1 * found[name] for name, each in self.weights.items()}
        return found


found = Task(torch.nn.Linear(2, 1)).update(torch.randn(5, 2))
assert all((each == 0).all() for each in found.values())
print("OBSERVED zero")
