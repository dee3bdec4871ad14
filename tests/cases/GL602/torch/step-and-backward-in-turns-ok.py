# framework: torch
# verdict: clean
# seen: the weights move
import torch
from torch import nn

torch.manual_seed(1)
critic = nn.Linear(2, 1)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
before = critic.weight.detach().clone()
arrivals = torch.tensor([1, 0, 1, 1, 0])
for arrival in arrivals:
    # What one branch has done is no history of the other.
    if arrival.item() == 0:
        optimizer.step()
        optimizer.zero_grad()
    else:
        returns = torch.randn(6, 1)
        loss = (critic(torch.randn(6, 2)) - returns).pow(2).sum() / 12
        loss.backward()
print("OBSERVED", "none" if torch.equal(before, critic.weight) else "clean")
