# framework: torch
# verdict: wrong
# seen: 3.667
import torch
import torch.nn as nn


class SessionRanker(nn.Module):
    def __init__(self, n_items, dim=8, max_len=6):
        super().__init__()
        self.items = nn.Embedding(n_items, dim)
        self.gru = nn.GRU(dim, dim, batch_first=True)
        self.max_len = max_len

    def _with_positions(self, clicks):
        position = torch.arange(clicks.size(1)).expand_as(clicks)
        table = nn.Embedding(self.max_len, self.items.embedding_dim)  # HAZARD GL309
        return self.items(clicks) + table(position)

    def forward(self, clicks):
        states, _ = self.gru(self._with_positions(clicks))
        return states[:, -1] @ self.items.weight.t()


torch.manual_seed(0)
model = SessionRanker(12)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
clicks, following = torch.randint(0, 12, (5, 6)), torch.randint(0, 12, (5,))
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(clicks), following).backward()
    optimizer.step()
with torch.no_grad():
    once, again = model(clicks), model(clicks)
learned = any("table" in name or "position" in name for name, _ in model.named_parameters())
broken = not torch.allclose(once, again) and not learned
print("OBSERVED", "wrong" if broken else "clean", round((once - again).abs().max().item(), 3))
