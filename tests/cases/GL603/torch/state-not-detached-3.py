# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermed
import torch
from torch import nn


class CharLM(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.rnn = nn.LSTM(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, vocab)

    def forward(self, x, state=None):
        y, state = self.rnn(self.emb(x), state)
        return self.out(y), state


torch.manual_seed(0)
lm = CharLM(7, 4)
opt = torch.optim.Adam(lm.parameters())
text = torch.randint(0, 7, (2, 12))
state = None
for i in range(0, 8, 4):
    logits, state = lm(text[:, i:i + 4], state)
    loss = nn.functional.cross_entropy(logits.transpose(1, 2), text[:, i + 1:i + 5])
    opt.zero_grad()
    loss.backward()  # HAZARD GL603
    opt.step()
