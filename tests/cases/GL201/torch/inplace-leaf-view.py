# framework: torch
# verdict: raises
# seen: RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocab=40, dim=6, hidden=8, tags=4):
        super().__init__()
        self.hidden = hidden
        self.embed = nn.Embedding(vocab, dim)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, tags)
        self.reset()

    def reset(self):
        nn.init.orthogonal_(self.lstm.weight_hh_l0)
        forget = self.lstm.bias_ih_l0[self.hidden : 2 * self.hidden]
        forget.fill_(1.0)  # HAZARD GL201

    def forward(self, tokens):
        states, _ = self.lstm(self.embed(tokens))
        return self.out(states)


torch.manual_seed(0)
model = Tagger()
opt = torch.optim.Adam(model.parameters())
opt.zero_grad()
logits = model(torch.randint(0, 40, (3, 7)))
nn.functional.cross_entropy(logits.transpose(1, 2), torch.randint(0, 4, (3, 7))).backward()
opt.step()
