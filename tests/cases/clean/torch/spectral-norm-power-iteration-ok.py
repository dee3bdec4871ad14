# framework: torch
# verdict: clean
# seen: power iteration under no_grad with out= buffers, clones before use; gradient checked
import torch
import torch.nn as nn
import torch.nn.functional as F


class SNLinear(nn.Linear):
    def __init__(self, i, o, n_power_iterations=1, eps=1e-12):
        super().__init__(i, o)
        self.n_power_iterations, self.eps = n_power_iterations, eps
        with torch.no_grad():
            u = F.normalize(self.weight.new_empty(o).normal_(0, 1), dim=0)
            v = F.normalize(self.weight.new_empty(i).normal_(0, 1), dim=0)
        self.register_buffer("u", u)
        self.register_buffer("v", v)

    def compute_weight(self):
        u, v = self.u, self.v
        if self.training:
            with torch.no_grad():
                for _ in range(self.n_power_iterations):
                    v = F.normalize(torch.mv(self.weight.t(), u), dim=0, eps=self.eps, out=v)
                    u = F.normalize(torch.mv(self.weight, v), dim=0, eps=self.eps, out=u)
                if self.n_power_iterations > 0:
                    u, v = u.clone(), v.clone()
        sigma = torch.dot(u, torch.mv(self.weight, v))
        return self.weight / sigma

    def forward(self, x):
        return F.linear(x, self.compute_weight(), self.bias)


class HingeCritic(nn.Module):
    def __init__(self, d=4):
        super().__init__()
        self.l1, self.l2 = SNLinear(d, 16, 3), SNLinear(16, 1)

    def forward(self, x):
        return self.l2(F.leaky_relu(self.l1(x), 0.1))


def hinge(real, fake):
    return F.relu(1 - real).mean() + F.relu(1 + fake).mean()


def train(steps=5):
    torch.manual_seed(0)
    critic = HingeCritic()
    opt = torch.optim.Adam(critic.parameters(), 1e-2)
    for _ in range(steps):
        loss = hinge(critic(torch.randn(16, 4) + 0.3), critic(torch.randn(16, 4) - 0.3))
        opt.zero_grad(set_to_none=False)
        loss.backward()
        opt.step()
    return critic


if __name__ == "__main__":
    critic = train()
    assert all(p.grad.abs().sum() > 0 for p in critic.l1.parameters())
    assert critic.l2.weight.grad.abs().sum() > 0
    layer = SNLinear(3, 2).double().eval()
    f = lambda w: torch.func.functional_call(layer, {"weight": w}, (torch.ones(1, 3).double(),))
    assert torch.autograd.gradcheck(f, (layer.weight.clone(),))
