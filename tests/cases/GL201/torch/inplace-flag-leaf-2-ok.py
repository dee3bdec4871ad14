# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class PromptTuner(nn.Module):
    def __init__(self, backbone, length, dim, p=0.1):
        super().__init__()
        self.backbone = backbone.requires_grad_(False)
        self.prompt = nn.Parameter(torch.randn(length, dim))
        self.scale = nn.Parameter(torch.ones(dim))
        self.p = p

    def forward(self, tokens):
        prompt = F.dropout(self.prompt, self.p, training=self.training)
        batch = prompt.unsqueeze(0).expand(len(tokens), -1, -1)
        mixed = torch.cat([batch, tokens], dim=1) + self.scale
        mixed = F.leaky_relu(mixed, 0.1, inplace=True)
        return self.backbone(mixed).mean(dim=1)


torch.manual_seed(0)
tuner = PromptTuner(nn.Linear(8, 3), length=4, dim=8)
opt = torch.optim.Adam([tuner.prompt, tuner.scale], lr=1e-2)
tokens, labels = torch.randn(2, 5, 8), torch.tensor([0, 2])
first = None
for _ in range(15):
    opt.zero_grad()
    loss = F.cross_entropy(tuner(tokens), labels)
    loss.backward()
    opt.step()
    first = loss.item() if first is None else first
frozen = tuner.backbone.weight.grad is None
print("OBSERVED", "clean" if frozen and loss.item() < first and tuner.prompt.grad.any() else "wrong")
