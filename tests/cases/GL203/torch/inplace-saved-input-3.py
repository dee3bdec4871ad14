# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [8, 6]], which is output 0 of AsStrided, is at version 1; expected version 0 instead. Hint: enable an
import torch
from torch import nn


class DecoderLayer(nn.Module):
    def __init__(self, dim, cfg):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.memory = nn.Linear(dim, dim)
        self.pos = nn.Parameter(torch.zeros(1, cfg["length"], dim))
        self.use_pos = cfg["use_pos"]

    def forward(self, tokens, memory):
        h = torch.tanh(self.memory(tokens)) + tokens
        q = self.query(h)
        if self.use_pos:
            h[:, 0] = self.pos[:, 0]  # HAZARD GL203
        scores = torch.softmax(q @ memory.transpose(1, 2), dim=-1)
        return scores @ memory + h


torch.manual_seed(0)
layer = DecoderLayer(6, {"length": 4, "use_pos": True})
opt = torch.optim.Adam(layer.parameters(), lr=1e-3)
tokens, memory = torch.randn(2, 4, 6), torch.randn(2, 3, 6)
opt.zero_grad()
loss = layer(tokens, memory).pow(2).mean()
loss.backward()
opt.step()
