# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.optim as optim
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class SharedActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(5, 16), nn.Tanh())
        self.policy = nn.Linear(16, 3)
        self.value = nn.Linear(16, 1)

    def forward(self, obs):
        h = self.encoder(obs)
        return self.policy(h), self.value(h).squeeze(-1)


torch.manual_seed(0)
model = SharedActorCritic()
opt = optim.SGD(model.parameters(), lr=0.05)
loader = DataLoader(TensorDataset(torch.randn(12, 5), torch.randn(12)), batch_size=3)
accumulate = 2
opt.zero_grad()
for i, (obs, returns) in enumerate(loader):
    logits, value = model(obs)
    dist = torch.distributions.Categorical(logits=logits)
    action = dist.sample()
    actor_loss = -(dist.log_prob(action) * (returns - value.detach())).mean()
    critic_loss = (returns - value).pow(2).mean()
    (actor_loss / accumulate).backward(retain_graph=True)
    (critic_loss / accumulate).backward()
    if (i + 1) % accumulate == 0:
        alive = all(p.grad.any() for p in model.parameters())
        opt.step()
        opt.zero_grad()
print("OBSERVED", "clean" if alive else "none")
