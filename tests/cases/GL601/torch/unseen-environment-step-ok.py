# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

def play(policy, environment, rounds):
    gathered = 0.0
    for _ in range(rounds):
        score = policy(environment.look()).sum()
        score.backward(retain_graph=False)
        gathered += environment.step()
        policy.zero_grad()
    policy(environment.look()).sum().backward()
    return gathered

torch.manual_seed(0)
net = nn.Linear(3, 1)
fresh = []
net.weight.register_hook(lambda g: fresh.append(g.clone()))
batches = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
class Room:
    def look(self):
        return batches[0][0]

    def step(self):
        return 1.0

globals()["play"](net, Room(), 3)
right = torch.allclose(net.weight.grad, fresh[-1], rtol=1e-3)
print("OBSERVED", "clean" if right else "wrong")
