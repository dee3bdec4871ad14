# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad().
import torch as th
from torch import nn, optim


class Memory(nn.Module):
    """Writes each observation into a slot memory by attention and reads it back."""

    def __init__(self, dim=6, slots=4):
        super().__init__()
        self.key, self.gate = nn.Linear(dim, slots), nn.Linear(dim, dim)
        self.slots = th.zeros(slots, dim)

    def forward(self, obs):
        where = self.key(obs).softmax(dim=-1)
        write = th.outer(where, th.tanh(self.gate(obs)))
        self.slots = (1 - where[:, None]) * self.slots + write
        return where @ self.slots


def fit(memory, stream):
    optimizer = optim.SGD(memory.parameters(), lr=0.1)
    for obs in stream:
        optimizer.zero_grad()
        loss = (memory(obs) - obs).square().sum()
        loss.backward()  # HAZARD GL603
        optimizer.step()


th.manual_seed(0)
fit(Memory(), th.rand(5, 6))
