# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn.functional as F
from torch import nn


class Segmenter(nn.Module):
    def __init__(self, width=8, probabilities=True):
        super().__init__()
        self.encode = nn.Conv2d(1, width, 3, padding=1)
        self.decode = nn.Conv2d(width, 1, 1)
        self.last = nn.Sigmoid() if probabilities else nn.Identity()

    def forward(self, image):
        return self.last(self.decode(F.relu(self.encode(image))))


def train(model, criterion, image, mask, steps=100):
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-2)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = criterion(model(image), mask)
        loss.backward()
        optimizer.step()
    return loss.item()


torch.manual_seed(0)
image = torch.rand(4, 1, 8, 8)
mask = (image > 0.7).float()
by_probability = train(Segmenter(probabilities=True), nn.BCELoss(), image, mask)
by_logit = train(Segmenter(probabilities=False), nn.BCEWithLogitsLoss(), image, mask)
print("OBSERVED", "clean" if by_probability < 0.3 and by_logit < 0.3 else "wrong")
