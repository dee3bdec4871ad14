import torch
from torch import nn


class NodeMemory(nn.Module):
    def __init__(self, num_nodes, dim, msg_dim):
        super().__init__()
        self.register_buffer("memory", torch.zeros(num_nodes, dim))
        self.register_buffer("last_update", torch.zeros(num_nodes))
        self.cell = nn.GRUCell(msg_dim, dim)

    def reset(self):
        self.memory = torch.zeros_like(self.memory)
        self.last_update.zero_()

    def update(self, nodes, messages, t):
        new = self.cell(messages, self.memory[nodes])
        self.memory = self.memory.index_copy(0, nodes, new)
        self.last_update[nodes] = t
        return self.memory[nodes]

    def detach(self):
        self.memory = self.memory.detach()
