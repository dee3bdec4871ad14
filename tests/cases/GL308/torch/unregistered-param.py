# framework: torch
# verdict: wrong
# seen: state dict holds ['norm.weight', 'norm.bias']
import torch
from torch import nn
from torch.nn import functional as F


class TextHead(nn.Module):
    def __init__(self, width=8, out=4):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.projection = nn.Parameter(torch.randn(width, out)) * width**-0.5  # HAZARD GL308

    def forward(self, h):
        return F.normalize(self.norm(h) @ self.projection, dim=-1)


torch.manual_seed(0)
head = TextHead()
opt = torch.optim.AdamW(head.parameters(), lr=1e-2)
text, image = torch.randn(6, 8), F.normalize(torch.randn(6, 4), dim=-1)
before = head.projection.detach().clone()
opt.zero_grad()
F.cross_entropy(head(text) @ image.t() / 0.07, torch.arange(6)).backward()
opt.step()
stuck = torch.equal(before, head.projection)
print("OBSERVED", "wrong" if stuck else "clean", "state dict holds", list(head.state_dict()))
