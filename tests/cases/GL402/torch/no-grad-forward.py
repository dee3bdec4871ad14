# framework: torch
# verdict: none
# seen: torch.Size([10, 8])
import torch
from torch import nn


class Captioner(nn.Module):
    def __init__(self):
        super().__init__()
        self.vision = nn.Sequential(nn.Linear(12, 8), nn.ReLU())
        self.language = nn.GRU(6, 8, batch_first=True)
        self.out = nn.Linear(8, 10)

    def forward(self, image, words):
        with torch.no_grad():
            start = self.vision(image)  # HAZARD GL402
        states, _ = self.language(words, start.unsqueeze(0))
        return self.out(states)


torch.manual_seed(0)
model = Captioner()
opt = torch.optim.Adam(
    [
        {"params": model.vision.parameters(), "lr": 1e-4},
        {"params": [*model.language.parameters(), *model.out.parameters()], "lr": 1e-3},
    ]
)
image, words, target = torch.rand(3, 12), torch.randn(3, 5, 6), torch.randint(0, 10, (3, 5))
for _ in range(3):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(model(image, words).transpose(1, 2), target)
    loss.backward()
    opt.step()
print("OBSERVED", "none" if model.vision[0].weight.grad is None else "clean", model.out.weight.grad.shape)
