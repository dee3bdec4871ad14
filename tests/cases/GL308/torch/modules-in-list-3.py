# framework: torch
# verdict: wrong
# seen: ['score.weight', 'score.bias']
import torch as th
import torch.nn as nn


class Fusion(nn.Module):
    def __init__(self, pixels, vocab, dim=4):
        super().__init__()
        words = nn.EmbeddingBag(vocab, dim)
        self.nets = {"image": nn.Linear(pixels, dim), "text": words}  # HAZARD GL308
        self.score = nn.Bilinear(dim, dim, 1)

    def encode(self, kind, value):
        return self.nets[kind](value)

    def forward(self, batch):
        parts = {kind: self.encode(kind, batch[kind]) for kind in self.nets}
        return self.score(parts["image"], parts["text"]).squeeze(-1)


th.manual_seed(0)
model = Fusion(8, 20)
criterion = nn.BCEWithLogitsLoss()
optimizer = th.optim.SGD(model.parameters(), lr=0.5)
batch = {"image": th.randn(6, 8), "text": th.randint(0, 20, (6, 5))}
match = th.tensor([1.0, 0.0, 1.0, 1.0, 0.0, 0.0])
words = model.nets["text"].weight.detach().clone()
for _ in range(4):
    optimizer.zero_grad()
    criterion(model(batch), match).backward()
    optimizer.step()
frozen = th.equal(words, model.nets["text"].weight)
print("OBSERVED", "wrong" if frozen else "clean", [name for name, _ in model.named_parameters()])
