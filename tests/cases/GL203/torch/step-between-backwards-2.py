# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [16, 16]], which is output 0 of AsStrided, is at version 2; expected version 1 instead. Hint: enable
import torch
import torch.optim as optim
from torch import nn


class SharedActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh())
        self.policy = nn.Linear(16, 3)
        self.value = nn.Linear(16, 1)

    def forward(self, obs):
        h = self.encoder(obs)
        return self.policy(h), self.value(h).squeeze(-1)


torch.manual_seed(0)
model = SharedActorCritic()
actor_opt = optim.SGD([*model.encoder.parameters(), *model.policy.parameters()], lr=0.05)
critic_opt = optim.SGD([*model.encoder.parameters(), *model.value.parameters()], lr=0.05)
obs, returns = torch.randn(12, 5), torch.randn(12)
logits, value = model(obs)
dist = torch.distributions.Categorical(logits=logits)
action = dist.sample()
actor_loss = -(dist.log_prob(action) * (returns - value.detach())).mean()
critic_loss = (returns - value).pow(2).mean()
actor_opt.zero_grad()
actor_loss.backward(retain_graph=True)
actor_opt.step()
critic_opt.zero_grad()
critic_loss.backward()  # HAZARD GL203
critic_opt.step()
