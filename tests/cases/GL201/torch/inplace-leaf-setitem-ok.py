# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class CachedAttention(nn.Module):
    def __init__(self, dim, max_len):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.register_buffer("keys", torch.zeros(max_len, dim))
        self.register_buffer("values", torch.zeros(max_len, dim))

    @torch.no_grad()
    def decode(self, token, pos):
        self.keys[pos] = self.k(token)
        self.values[pos] = self.v(token)
        weights = torch.softmax(self.q(token) @ self.keys[: pos + 1].t(), dim=-1)
        return weights @ self.values[: pos + 1]

    def forward(self, x):
        scores = self.q(x) @ self.k(x).t()
        mask = torch.zeros_like(scores)
        mask[torch.triu_indices(len(x), len(x), 1).unbind()] = float("-inf")
        return torch.softmax(scores + mask, dim=-1) @ self.v(x)


torch.manual_seed(0)
layer = CachedAttention(6, 8)
with torch.no_grad():
    layer.v.weight[:, 0] = 0.0
tokens = torch.randn(4, 6)
full = layer(tokens)
steps = torch.stack([layer.decode(tok, i) for i, tok in enumerate(tokens)])
full.pow(2).mean().backward()
same = torch.allclose(full.detach(), steps, atol=1e-5)
alive = all(p.grad is not None for p in layer.parameters())
print("OBSERVED", "clean" if same and alive and layer.v.weight.grad[:, 0].abs().sum() > 0 else "wrong")
