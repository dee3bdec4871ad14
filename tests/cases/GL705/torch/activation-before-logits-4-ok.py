# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.head = nn.Linear(8, n)

    def forward(self, x, probabilities=False):
        z = self.head(self.body(x))
        return z.softmax(-1) if probabilities else z

    def predict(self, x):
        with torch.no_grad():
            return self(x, probabilities=True).argmax(-1)


torch.manual_seed(0)
model = Classifier(3)
x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
logits = model(x)
loss = nn.CrossEntropyLoss()(logits, y) + nn.NLLLoss()(torch.log_softmax(logits, 1), y)
gate = torch.sigmoid(logits[:, 0])
loss = loss + nn.functional.binary_cross_entropy(gate, (y == 0).float())
loss = loss + nn.functional.binary_cross_entropy_with_logits(logits[:, 1], (y == 1).float())
soft = nn.functional.cross_entropy(logits, torch.softmax(torch.randn(6, 3), -1))
(loss + soft).backward()
print("OBSERVED", "clean" if model.head.weight.grad.any() and model.predict(x).shape == (6,) else "wrong")
