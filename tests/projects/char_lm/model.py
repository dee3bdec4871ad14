from torch import nn


class CharLM(nn.Module):
    def __init__(self, vocab, hidden):
        super().__init__()
        self.embed = nn.Embedding(vocab, hidden)
        self.rnn = nn.GRU(hidden, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)
        self.state = None

    def reset(self):
        self.state = None

    def forward(self, tokens):
        features, self.state = self.rnn(self.embed(tokens), self.state)  # HAZARD carried-state GL603
        return self.out(features)
