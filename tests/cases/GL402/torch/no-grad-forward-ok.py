# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Captioner(nn.Module):
    def __init__(self):
        super().__init__()
        self.vision = nn.Sequential(nn.Linear(12, 8), nn.ReLU()).requires_grad_(False)
        self.language = nn.GRU(6, 8, batch_first=True)
        self.out = nn.Linear(8, 10)

    def forward(self, image, words):
        with torch.no_grad():
            start = self.vision(image)
        states, _ = self.language(words, start.unsqueeze(0))
        return self.out(states)


torch.manual_seed(0)
model = Captioner()
opt = torch.optim.Adam([*model.language.parameters(), *model.out.parameters()], lr=1e-2)
image, words, target = torch.rand(3, 12), torch.randn(3, 5, 6), torch.randint(0, 10, (3, 5))
trace = []
for _ in range(20):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(model(image, words).transpose(1, 2), target)
    loss.backward()
    opt.step()
    trace.append(loss.item())
trained = all(p.grad.any() for p in model.parameters() if p.requires_grad)
print("OBSERVED", "clean" if trained and trace[-1] < trace[0] else "none")
