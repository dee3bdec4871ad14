# framework: torch
# verdict: raises
# seen: RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


class TextClassifier(nn.Module):
    def __init__(self, vocab, dim, classes, pad=0):
        super().__init__()
        self.table = nn.Embedding(vocab, dim)
        self.table.weight[pad] = torch.zeros(dim)  # HAZARD GL201
        self.head = nn.Linear(dim, classes)

    def forward(self, tokens):
        return self.head(self.table(tokens).mean(dim=1))


torch.manual_seed(0)
model = TextClassifier(vocab=30, dim=8, classes=2)
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()
tokens, labels = torch.randint(0, 30, (6, 5)), torch.randint(0, 2, (6,))
opt.zero_grad()
loss = criterion(model(tokens), labels)
loss.backward()
opt.step()
