# framework: torch
# verdict: clean
# seen: 0.003
import torch as th
import torch.nn.functional as F
from torch import nn, optim


class Tagger(nn.Module):
    def __init__(self, vocab=20, dim=8, tags=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, tags)
        self.log_softmax = nn.LogSoftmax(dim=1)

    def logits(self, tokens):
        return self.out(self.embed(tokens)).transpose(1, 2)

    def forward(self, tokens):
        return self.log_softmax(self.logits(tokens))


th.manual_seed(0)
student, teacher = Tagger(), Tagger()
loss_fn = nn.NLLLoss()
optimizer = optim.Adam(student.parameters(), lr=0.05)
tokens = th.randint(0, 20, (6, 7))
tags = tokens % 4
for _ in range(60):
    with th.no_grad():
        soft = F.softmax(teacher.logits(tokens), dim=1)
    optimizer.zero_grad()
    hard_loss = loss_fn(student(tokens), tags)
    soft_loss = F.cross_entropy(student.logits(tokens), soft)
    (hard_loss + 0.01 * soft_loss).backward()
    optimizer.step()
print("OBSERVED", "clean" if 0 < hard_loss.item() < 0.5 else "wrong", round(hard_loss.item(), 3))
