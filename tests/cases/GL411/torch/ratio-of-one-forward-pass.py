# framework: torch
# verdict: zero
# seen: the gradient of the policy is zero
import torch
from torch.distributions import Normal


def evaluate(policy, state, action):
    return Normal(policy(state), 1.0).log_prob(action).sum(-1)


torch.manual_seed(0)
policy = torch.nn.Linear(3, 1)
state, action, advantage = torch.randn(5, 3), torch.randn(5, 1), torch.randn(5)
old = evaluate(policy, state, action)  # HAZARD GL411
ratio = (evaluate(policy, state, action) - old).exp()
loss = -(ratio * advantage).mean()
loss.backward()
assert policy.weight.grad.abs().max() < 1e-6
print("OBSERVED zero")
