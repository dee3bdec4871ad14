# framework: torch
# verdict: caught
# seen: critic stepped between two backwards through its weights (retain_graph); raises
import torch
import torch.nn as nn
import torch.nn.functional as F


class AutoGAN:
    """Encoder-decoder trained together with a critic on the same graph."""

    def __init__(self):
        self.gen = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4))
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
        self.opts = {k: torch.optim.SGD(getattr(self, k).parameters(), lr=0.1) for k in ("gen", "critic")}

    def losses(self, x):
        fake = self.gen(x)
        score = self.critic(fake)
        d = F.softplus(score).mean() + F.softplus(-self.critic(x)).mean()
        g = F.softplus(-score).mean() + F.l1_loss(fake, x)
        return d, g

    def update(self, x):
        d_loss, g_loss = self.losses(x)
        self.opts["critic"].zero_grad()
        d_loss.backward(retain_graph=True)
        self.opts["critic"].step()
        self.opts["gen"].zero_grad()
        g_loss.backward()  # HAZARD GL203
        self.opts["gen"].step()


if __name__ == "__main__":
    torch.manual_seed(0)
    try:
        AutoGAN().update(torch.randn(8, 4))
    except RuntimeError as e:
        assert "modified by an inplace operation" in str(e)
    else:
        raise AssertionError
