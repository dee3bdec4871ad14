# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn, optim


class Memory(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.cell = nn.GRUCell(dim, dim)
        self.read = nn.Linear(dim, dim)
        self.state = None

    def forward(self, obs):
        previous = th.zeros_like(obs) if self.state is None else self.state
        state = self.cell(obs, previous)
        self.state = state.detach()
        return self.read(state)


def rollout_loss(cell, read, frames):
    state = th.zeros_like(frames[0])
    loss = 0.0
    for frame in frames:
        loss = loss + (read(state) - frame).square().mean()
        state = cell(frame, state)
    return loss / len(frames)


th.manual_seed(0)
memory = Memory()
optimizer = optim.Adam(memory.parameters(), lr=1e-2)
stream = th.randn(1, 4, 6).expand(30, 4, 6)
history = []
for obs in stream:
    optimizer.zero_grad()
    loss = (memory(obs) - obs).square().mean()
    loss.backward()
    optimizer.step()
for _ in range(20):
    optimizer.zero_grad()
    loss = rollout_loss(memory.cell, memory.read, stream[:5])
    loss.backward()
    optimizer.step()
    history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < history[0] and memory.cell.weight_hh.grad.any() else "wrong")
