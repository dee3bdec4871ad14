# framework: torch
# verdict: none
# seen: ['encoder.weight_ih_l0', 'encoder.weight_hh_l0', 'encoder.bias_ih_l0', 'encoder.bias_hh_l0']
import torch
from torch import nn


class Translator(nn.Module):
    def __init__(self, vocab=14, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.encoder = nn.GRU(dim, dim, batch_first=True)
        self.decoder = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, vocab)

    @torch.no_grad()
    def encode(self, source):
        _, state = self.encoder(self.embed(source))
        return state

    def forward(self, source, target):
        state = self.encode(source)  # HAZARD GL402
        states, _ = self.decoder(self.embed(target), state)
        return self.out(states)


torch.manual_seed(0)
model = Translator()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
source, target = torch.randint(0, 14, (4, 5)), torch.randint(0, 14, (4, 6))
for _ in range(2):
    opt.zero_grad()
    logits = model(source, target[:, :-1])
    loss = nn.functional.cross_entropy(logits.transpose(1, 2), target[:, 1:])
    loss.backward()
    opt.step()
lost = [name for name, p in model.named_parameters() if p.grad is None]
print("OBSERVED", "none" if "encoder.weight_hh_l0" in lost else "clean", lost)
