# framework: torch
# verdict: clean
# seen: gradient as expected
import json

import torch
from torch import nn

CONFIG = json.loads('{"shape": [8, 6]}')


def padded(tokens, attention_mask, input_shape, padding, device):
    """`input_shape` is one value and a whole shape: how many axes the ones have is not written here."""
    filler = torch.full((input_shape[0], padding), 0, device=device, dtype=torch.long)
    if attention_mask is not None:
        more = torch.zeros(input_shape[0], padding, device=device, dtype=attention_mask.dtype)
        attention_mask = torch.cat([attention_mask, more], dim=-1)
    else:
        attention_mask = torch.cat(
            [
                torch.ones(input_shape, device=device, dtype=torch.bool),
                torch.zeros((input_shape[0], padding), device=device, dtype=torch.bool),
            ],
            dim=-1,
        )
    return torch.cat([tokens, filler], dim=-1), attention_mask


class Encoder(nn.Module):
    def __init__(self, chunk=4):
        super().__init__()
        self.chunk = chunk
        self.embed, self.head = nn.Embedding(10, 6), nn.Linear(6, 1)

    def forward(self, tokens, attention_mask=None):
        input_shape = CONFIG["shape"]
        missing = -input_shape[-1] % self.chunk
        tokens, mask = padded(tokens, attention_mask, input_shape, missing, tokens.device)
        hidden = self.embed(tokens) * mask.unsqueeze(-1)
        return self.head(hidden.sum(1) / mask.sum(1, keepdim=True))


torch.manual_seed(0)
net = Encoder()
tokens = torch.randint(1, 10, CONFIG["shape"])
opt = torch.optim.Adam(net.parameters(), lr=5e-2)
history = []
for _ in range(30):
    opt.zero_grad()
    loss = (net(tokens) - tokens.float().mean(1, keepdim=True) / 10).square().mean()
    loss.backward()
    opt.step()
    history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < 0.5 * history[0] else "wrong")
