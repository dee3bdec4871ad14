# framework: torch
# verdict: clean
# seen: the normalised weight is computed anew in each forward pass
import torch
from torch import nn
from torch.nn import Parameter


def l2normalize(v, eps=1e-12):
    return v / (v.norm() + eps)


class SpectralNorm(nn.Module):
    def __init__(self, module, name="weight", power_iterations=1):
        super().__init__()
        self.module = module
        self.name = name
        self.power_iterations = power_iterations
        if not self._made_params():
            self._make_params()

    def _update_u_v(self):
        u = getattr(self.module, self.name + "_u")
        v = getattr(self.module, self.name + "_v")
        w = getattr(self.module, self.name + "_bar")
        height = w.data.shape[0]
        for _ in range(self.power_iterations):
            v.data = l2normalize(torch.mv(torch.t(w.view(height, -1).data), u.data))
            u.data = l2normalize(torch.mv(w.view(height, -1).data, v.data))
        sigma = u.dot(w.view(height, -1).mv(v))
        setattr(self.module, self.name, w / sigma.expand_as(w))

    def _made_params(self):
        try:
            getattr(self.module, self.name + "_u")
            return True
        except AttributeError:
            return False

    def _make_params(self):
        w = getattr(self.module, self.name)
        height = w.data.shape[0]
        width = w.view(height, -1).data.shape[1]
        u = Parameter(w.data.new(height).normal_(0, 1), requires_grad=False)
        v = Parameter(w.data.new(width).normal_(0, 1), requires_grad=False)
        u.data = l2normalize(u.data)
        v.data = l2normalize(v.data)
        w_bar = Parameter(w.data)
        del self.module._parameters[self.name]
        self.module.register_parameter(self.name + "_u", u)
        self.module.register_parameter(self.name + "_v", v)
        self.module.register_parameter(self.name + "_bar", w_bar)

    def forward(self, *args):
        self._update_u_v()
        return self.module.forward(*args)


torch.manual_seed(0)
D = nn.Sequential(SpectralNorm(nn.Linear(3, 4)), nn.LeakyReLU(0.1), nn.Linear(4, 1))
G = nn.Linear(2, 3)
d_opt = torch.optim.Adam(D.parameters())
g_opt = torch.optim.Adam(G.parameters())
for _ in range(3):
    real = torch.randn(5, 3)
    fake = G(torch.randn(5, 2))
    d_loss = torch.relu(1.0 - D(real)).mean() + torch.relu(1.0 + D(fake)).mean()
    d_opt.zero_grad()
    g_opt.zero_grad()
    d_loss.backward()
    d_opt.step()
    g_loss = -D(G(torch.randn(5, 2))).mean()
    d_opt.zero_grad()
    g_opt.zero_grad()
    g_loss.backward()
    g_opt.step()
