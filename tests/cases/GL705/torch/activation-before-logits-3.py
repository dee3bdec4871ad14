# framework: torch
# verdict: wrong
# seen: a negative log likelihood of -50.02
import torch as th
from torch import nn, optim


class Tagger(nn.Module):
    def __init__(self, vocab=20, dim=8, tags=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.lstm = nn.LSTM(dim, dim, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * dim, tags)

    def forward(self, tokens):
        states, _ = self.lstm(self.embed(tokens))
        return self.out(states).transpose(1, 2)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.loss_fn = nn.NLLLoss()
        self.optimizer = optim.Adam(model.parameters(), lr=0.05)

    def step(self, tokens, tags):
        self.optimizer.zero_grad()
        scores = self.model(tokens)
        loss = self.loss_fn(scores, tags)  # HAZARD GL705
        loss.backward()
        self.optimizer.step()
        return loss.item()


th.manual_seed(0)
trainer = Trainer(Tagger())
tokens = th.randint(0, 20, (6, 7))
for _ in range(60):
    last = trainer.step(tokens, tokens % 4)
print("OBSERVED", "wrong" if last < 0 else "clean", "a negative log likelihood of", round(last, 2))
