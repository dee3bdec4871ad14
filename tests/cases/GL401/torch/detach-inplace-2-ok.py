# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn
from torch.nn import functional as F


class CharRNN(nn.Module):
    def __init__(self, vocab=10, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.LSTM(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, tokens, state):
        states, state = self.rnn(self.embed(tokens), state)
        return self.out(states), state


def chunks(tokens, size):
    for start in range(0, len(tokens) - size, size):
        yield tokens[start : start + size], tokens[start + 1 : start + size + 1]


th.manual_seed(0)
net = CharRNN()
opt = th.optim.Adam(net.parameters(), lr=1e-2)
text = (th.arange(61) % 10).unsqueeze(1)
trace = []
for _ in range(15):
    state = (th.zeros(1, 1, 8), th.zeros(1, 1, 8))
    for tokens, following in chunks(text, 10):
        opt.zero_grad()
        logits, state = net(tokens, state)
        loss = F.cross_entropy(logits.flatten(0, 1), following.flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        for part in state:
            part.detach_()
        trace.append(loss.item())
print("OBSERVED", "clean" if trace[-1] < 0.5 * trace[0] and net.rnn.weight_hh_l0.grad.any() else "wrong")
