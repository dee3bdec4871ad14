# framework: torch
# verdict: caught
# seen: two backwards through the shared trunk without retain_graph; raises
import torch
import torch.nn as nn


class SharedActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 16), nn.Tanh())
        self.pi, self.v = nn.Linear(16, 3), nn.Linear(16, 1)

    def forward(self, s):
        h = self.trunk(s)
        return torch.distributions.Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)


class Learner:
    def __init__(self, net):
        self.net = net
        self.opt = torch.optim.Adam(net.parameters(), lr=1e-3)

    def losses(self, s, ret):
        dist, value = self.net(s)
        a = dist.sample()
        adv = (ret - value).detach()
        return -(dist.log_prob(a) * adv).mean(), (value - ret).pow(2).mean()

    def update(self, s, ret):
        actor_loss, critic_loss = self.losses(s, ret)
        self.opt.zero_grad()
        actor_loss.backward()
        critic_loss.backward()  # HAZARD GL603
        self.opt.step()


if __name__ == "__main__":
    try:
        Learner(SharedActorCritic()).update(torch.randn(8, 4), torch.randn(8))
    except RuntimeError as e:
        assert "second time" in str(e)
    else:
        raise AssertionError
