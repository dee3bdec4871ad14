# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation
import torch
import torch.nn as nn
import torch.nn.functional as F


class ItemTower(nn.Module):
    def __init__(self, n_items, dim, max_norm=1.0):
        super().__init__()
        self.items = nn.Embedding(n_items, dim, max_norm=max_norm)
        self.user = nn.Linear(4, dim)

    def full_scores(self, query):
        return query @ self.items.weight.t()

    def forward(self, user_feats, history):
        q = self.user(user_feats)
        scores = self.full_scores(q)
        context = self.items(history).mean(1)  # HAZARD GL203
        return scores, (q * context).sum(-1)


def loss_fn(model, batch):
    scores, affinity = model(batch["user"], batch["history"])
    return F.cross_entropy(scores, batch["clicked"]) - 0.1 * F.logsigmoid(affinity).mean()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = ItemTower(10, 6)
    batch = {"user": torch.randn(3, 4), "history": torch.randint(0, 10, (3, 5)), "clicked": torch.randint(0, 10, (3,))}
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    opt.zero_grad()
    loss_fn(model, batch).backward()
    opt.step()
