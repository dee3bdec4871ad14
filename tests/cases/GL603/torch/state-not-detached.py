# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad().
import torch
from torch import nn
from torch.nn import functional as F


class CharLM(nn.Module):
    def __init__(self, vocab=9, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.lstm = nn.LSTM(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, tokens, state=None):
        h, state = self.lstm(self.embed(tokens), state)
        return self.out(h), state


def train_epoch(model, optimizer, text, window=5):
    state = None
    for start in range(0, len(text) - window - 1, window):
        tokens, following = text[start : start + window], text[start + 1 : start + window + 1]
        optimizer.zero_grad()
        logits, state = model(tokens, state)
        loss = F.cross_entropy(logits.flatten(0, 1), following.flatten())
        loss.backward()  # HAZARD GL603
        optimizer.step()


torch.manual_seed(0)
model = CharLM()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
train_epoch(model, optimizer, torch.randint(0, 9, (41, 2)))
