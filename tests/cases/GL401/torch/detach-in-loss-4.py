# framework: torch
# verdict: none
# seen: 5
import torch
from torch import nn


class SequenceModel(nn.Module):
    def __init__(self, vocab=12, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, vocab)

    def encode(self, tokens):
        states, last = self.rnn(self.embed(tokens))
        return states, last.squeeze(0)

    def forward(self, tokens, lengths):
        states, _ = self.encode(tokens)
        picked = [states[i, n - 1].detach() for i, n in enumerate(lengths)]  # HAZARD GL401
        return self.out(torch.stack(picked))


def main():
    torch.manual_seed(0)
    model = SequenceModel()
    opt = torch.optim.RMSprop(model.parameters(), lr=1e-3)
    tokens, following = torch.randint(0, 12, (4, 7)), torch.randint(0, 12, (4,))
    for _ in range(2):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(model(tokens, [7, 5, 3, 6]), following)
        loss.backward()
        opt.step()
    lost = [name for name, p in model.named_parameters() if p.grad is None]
    print("OBSERVED", "none" if "embed.weight" in lost and "rnn.weight_ih_l0" in lost else "clean", len(lost))


main()
