# framework: torch
# verdict: clean
# seen: 12
import torch
import torch.nn as nn


def mlp(sizes, act=nn.SiLU):
    layers = [layer for a, b in zip(sizes[:-1], sizes[1:]) for layer in (nn.Linear(a, b), act())]
    return nn.Sequential(*layers[:-1])


class WorldModel(nn.Module):
    def __init__(self, n_obs=4, n_act=2, dim=8, recurrent=True):
        super().__init__()
        self.build(n_obs + n_act, dim, recurrent)
        self.decode = mlp([dim, 16, n_obs])

    def build(self, n_in, dim, recurrent):
        self.encode = mlp([n_in, 16, dim])
        self.core = nn.GRUCell(dim, dim) if recurrent else nn.Linear(2 * dim, dim)

    def forward(self, obs, actions):
        h = torch.zeros(obs.size(1), self.core.hidden_size)
        guesses = []
        for o, a in zip(obs, actions):
            h = self.core(self.encode(torch.cat([o, a], dim=-1)), h)
            guesses.append(o + self.decode(h))
        return torch.stack(guesses)


torch.manual_seed(0)
model = WorldModel()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
obs, actions = torch.randn(6, 3, 4), torch.randn(5, 3, 2)
history = []
for _ in range(20):
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(obs[:-1], actions), obs[1:])
    loss.backward()
    opt.step()
    history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < 0.7 * history[0] else "wrong", len(list(model.parameters())))
