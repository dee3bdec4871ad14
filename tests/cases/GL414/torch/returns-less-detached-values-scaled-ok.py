# framework: torch
# verdict: clean
# seen: the critic is trained by its own loss
import torch
from torch import nn


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(3, 1)

    def forward(self, x):
        return self.actor(x).log_softmax(-1), self.critic(x).squeeze(-1)


def update(model, optimizer, buffer):
    for states, actions, returns in buffer:
        scores, values = model(states)
        chosen = scores.gather(1, actions[:, None]).squeeze(1)
        gain = (returns - values.detach()) / 10.0
        loss = -(chosen * gain).mean() + (returns - values).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


torch.manual_seed(0)
model = Both()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
update(model, optimizer, [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0]), torch.randn(4))])
print("OBSERVED clean")
