# framework: torch
# verdict: clean
# seen: the policy follows the score; what is right about its choice has no slope
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
policy, baseline = nn.Linear(4, 3), nn.Linear(4, 1)
by_policy = torch.optim.SGD(policy.parameters(), lr=0.1)
states, wanted = torch.randn(8, 4), torch.randint(0, 3, (8,))

for _ in range(3):
    chances = Categorical(logits=policy(states))
    choice = chances.sample()
    hit = torch.where(choice == wanted, 1.0, -0.1)
    guess = baseline(states).squeeze(1)
    loss = -(chances.log_prob(choice) * (hit - guess).detach()).mean() + nn.functional.mse_loss(guess, hit)
    by_policy.zero_grad()
    loss.backward()
    by_policy.step()

assert policy.weight.grad.abs().sum() > 0
