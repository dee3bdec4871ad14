# framework: torch
# verdict: zero
# seen: the first layer has zero gradients
import torch
from torch import nn
from torch.func import functional_call, grad


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 5), nn.Linear(5, 1)

    def forward(self, x):
        return self.head(self.body(x).tanh().detach())  # HAZARD GL401


torch.manual_seed(0)
net = Net()
weights = dict(net.named_parameters())
x, y = torch.randn(6, 4), torch.randn(6, 1)


def loss_of(weights):
    return (functional_call(net, weights, (x,)) - y).square().mean()


slopes = grad(loss_of)(weights)
weights = {name: weight.detach() - 0.1 * slopes[name] for name, weight in weights.items()}
print("OBSERVED", "zero" if not slopes["body.weight"].any() else "clean")
