# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch.distributions import Normal

torch.manual_seed(0)
policy = torch.nn.Linear(3, 1)
state, action, advantage = torch.randn(5, 3), torch.randn(5, 1), torch.randn(5)
log_prob = Normal(policy(state), 1.0).log_prob(action).sum(-1)
ratio = (log_prob - log_prob.detach()).exp()
loss = -(ratio * advantage).mean()
loss.backward()
assert policy.weight.grad.abs().max() > 1e-6
