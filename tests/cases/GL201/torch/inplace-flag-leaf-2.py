# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn
from torch.nn import functional as F


class PromptTuner(nn.Module):
    def __init__(self, backbone, length, dim, p=0.1):
        super().__init__()
        self.backbone = backbone.requires_grad_(False)
        self.prompt = nn.Parameter(torch.randn(length, dim))
        self.p = p

    def forward(self, tokens):
        prompt = F.dropout(self.prompt, self.p, self.training, inplace=True)  # HAZARD GL201
        batch = prompt.unsqueeze(0).expand(len(tokens), -1, -1)
        return self.backbone(torch.cat([batch, tokens], dim=1)).mean(dim=1)


torch.manual_seed(0)
tuner = PromptTuner(nn.Linear(8, 3), length=4, dim=8)
tuner.train()
opt = torch.optim.Adam([tuner.prompt], lr=1e-2)
opt.zero_grad()
F.cross_entropy(tuner(torch.randn(2, 5, 8)), torch.tensor([0, 2])).backward()
opt.step()
