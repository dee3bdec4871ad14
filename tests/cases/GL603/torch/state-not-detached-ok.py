# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


def repackage(state):
    if isinstance(state, torch.Tensor):
        return state.detach()
    return tuple(repackage(part) for part in state)


class CharLM(nn.Module):
    def __init__(self, vocab=9, dim=12):
        super().__init__()
        self.embed, self.lstm = nn.Embedding(vocab, dim), nn.LSTM(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, tokens, state):
        h, state = self.lstm(self.embed(tokens), state)
        return self.out(h), state

    def start(self, batch):
        return torch.zeros(1, batch, 12), torch.zeros(1, batch, 12)


torch.manual_seed(0)
model = CharLM()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
text = (torch.arange(41) % 9).unsqueeze(1)
history = []
for _ in range(15):
    state = model.start(1)
    for start in range(0, 40, 5):
        state = repackage(state)
        optimizer.zero_grad()
        logits, state = model(text[start : start + 5], state)
        loss = F.cross_entropy(logits.flatten(0, 1), text[start + 1 : start + 6].flatten())
        loss.backward()
        optimizer.step()
        history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < 0.5 * history[0] else "wrong")
