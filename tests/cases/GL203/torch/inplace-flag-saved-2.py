# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [4, 7, 1]], which is output 0 of Softmax, is at version 1; expected version 0 instead. Hint: enable a
import torch
from torch import nn
from torch.nn import functional as F


class Pooling(nn.Module):
    def __init__(self, dim, drop=0.2):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.value = nn.Linear(dim, dim)
        self.drop = drop

    def forward(self, x):
        attn = F.softmax(self.score(x), dim=1)
        attn = F.dropout(attn, p=self.drop, training=True, inplace=True)  # HAZARD GL203
        return (attn * self.value(x)).sum(dim=1)


torch.manual_seed(0)
model = nn.Sequential(Pooling(5), nn.Linear(5, 2))
opt = torch.optim.Adam(model.parameters())
x, labels = torch.randn(4, 7, 5), torch.tensor([0, 1, 1, 0])
opt.zero_grad()
F.cross_entropy(model(x), labels).backward()
opt.step()
