# framework: torch
# verdict: wrong
# seen: the loss stays at 0.693
import torch
import torch.nn.functional as F
from torch import nn


class Segmenter(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.encode = nn.Conv2d(1, width, 3, padding=1)
        self.decode = nn.Conv2d(width, 1, 1)

    def forward(self, image):
        return torch.sigmoid(self.decode(F.relu(self.encode(image))))


torch.manual_seed(0)
model = Segmenter()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-2)
criterion = nn.BCEWithLogitsLoss()
image = torch.rand(4, 1, 8, 8)
mask = (image > 0.7).float()
for _ in range(200):
    optimizer.zero_grad()
    probability = model(image)
    loss = criterion(probability, mask)  # HAZARD GL705
    loss.backward()
    optimizer.step()
print("OBSERVED", "wrong" if loss.item() > 0.4 else "clean", "the loss stays at", round(loss.item(), 3))
