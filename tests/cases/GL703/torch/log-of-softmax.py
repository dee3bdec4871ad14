# framework: torch
# verdict: nan
# seen: loss nan
import torch
from torch import nn


class PixelPolicy(nn.Module):
    def __init__(self, n_pixels=64, n_actions=4):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(n_pixels, n_actions))

    def forward(self, frames):
        return torch.softmax(self.net(frames), dim=-1)


def policy_loss(policy, frames, actions, advantage):
    probs = policy(frames)
    chosen = torch.log(probs).gather(1, actions[:, None]).squeeze(1)  # HAZARD GL703
    return -(chosen * advantage).mean()


torch.manual_seed(0)
policy = PixelPolicy()
opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
frames = torch.randint(0, 256, (16, 8, 8)).float()
actions, advantage = torch.randint(0, 4, (16,)), torch.randn(16)
opt.zero_grad()
loss = policy_loss(policy, frames, actions, advantage)
loss.backward()
opt.step()
broken = policy.net[1].weight.isnan().any().item()
print("OBSERVED", "nan" if broken else "clean", "loss", loss.item())
