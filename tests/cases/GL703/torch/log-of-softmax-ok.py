# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class PixelPolicy(nn.Module):
    def __init__(self, n_pixels=64, n_actions=4):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(n_pixels, n_actions))

    def forward(self, frames):
        logits = self.net(frames)
        return F.log_softmax(logits, dim=-1), torch.softmax(logits, dim=-1)


def policy_loss(policy, frames, actions, advantage):
    log_probs, probs = policy(frames)
    chosen = log_probs.gather(1, actions[:, None]).squeeze(1)
    entropy = -(probs * log_probs).sum(dim=-1)
    diversity = torch.log(probs.mean(dim=0).clamp_min(1e-6)).mean()
    return -(chosen * advantage + 0.01 * entropy).mean() - 0.01 * diversity


torch.manual_seed(0)
policy = PixelPolicy()
opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
frames = torch.randint(0, 256, (16, 8, 8)).float()
actions, advantage = torch.randint(0, 4, (16,)), torch.randn(16)
for _ in range(5):
    opt.zero_grad()
    policy_loss(policy, frames, actions, advantage).backward()
    opt.step()
whole = all(p.isfinite().all() and p.grad.isfinite().all() for p in policy.parameters())
print("OBSERVED", "clean" if whole else "nan")
