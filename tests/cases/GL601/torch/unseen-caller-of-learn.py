# framework: torch
# verdict: wrong
# seen: the gradient of all batches so far
import torch
from torch import nn

class Learner:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def learn(self, inputs, targets):
        loss = (self.net(inputs) - targets).pow(2).mean()
        loss.backward()  # HAZARD GL601
        self.optimizer.step()
        return loss.item()

torch.manual_seed(0)
net = nn.Linear(3, 1)
fresh = []
net.weight.register_hook(lambda g: fresh.append(g.clone()))
batches = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
learner = globals()["Learner"](net)
for inputs, targets in batches:
    learner.learn(inputs, targets)
right = torch.allclose(net.weight.grad, fresh[-1], rtol=1e-3)
print("OBSERVED", "clean" if right else "wrong")
