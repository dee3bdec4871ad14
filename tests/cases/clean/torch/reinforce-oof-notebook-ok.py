# framework: torch
# verdict: clean
# seen: REINFORCE with NumPy rewards, folds with .numpy() on detached logits, threshold search
# %% [markdown]
# Feature selection by REINFORCE, then 5-fold training with out-of-fold predictions.
# %%
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Bernoulli

torch.manual_seed(42)
rng = np.random.RandomState(42)
X = rng.randn(60, 6).astype("float32")
y = (X[:, 0] + 0.5 * X[:, 1] > 0).astype("float32")


# %%
def make_net():
    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1))


def reward_of(mask):
    w, *_ = np.linalg.lstsq(X * mask, y - 0.5, rcond=None)
    return float(((X * mask) @ w > 0).__eq__(y > 0.5).mean() - 0.02 * mask.sum())


# %% selector
select_logits = nn.Parameter(torch.zeros(6))
sel_opt = torch.optim.Adam([select_logits], lr=0.1)
baseline = 0.0
for it in range(8):
    dist = Bernoulli(logits=select_logits)
    masks = dist.sample((4,))
    rewards = torch.tensor([reward_of(m.numpy()) for m in masks])
    advantage = rewards - baseline
    baseline = 0.8 * baseline + 0.2 * rewards.mean().item()
    policy_loss = -(dist.log_prob(masks).sum(-1) * advantage).mean() - 0.001 * dist.entropy().sum()
    sel_opt.zero_grad()
    policy_loss.backward()
    sel_opt.step()
mask = (torch.sigmoid(select_logits.detach()) > 0.3).float()

# %% folds
oof, nets, fold_scores = np.zeros(len(y)), [], []
folds = np.array_split(rng.permutation(len(y)), 3)
for k, valid in enumerate(folds):
    train = np.setdiff1d(np.arange(len(y)), valid)
    net, bce = make_net(), nn.BCEWithLogitsLoss()
    opt = torch.optim.Adam(net.parameters(), lr=0.02)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, 0.05, total_steps=10)
    xt, yt = torch.from_numpy(X[train]) * mask, torch.from_numpy(y[train])
    for epoch in range(10):
        net.train()
        logits = net(xt).squeeze(1)
        loss = bce(logits, yt)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if epoch % 5 == 4:
            auc_like = np.corrcoef(logits.detach().sigmoid().numpy(), y[train])[0, 1]
            print(f"fold {k} epoch {epoch} loss {loss.item():.3f} corr {auc_like:.3f}")
    net.eval()
    with torch.no_grad():
        oof[valid] = net(torch.from_numpy(X[valid]) * mask).squeeze(1).sigmoid().numpy()
    fold_scores.append(loss.item())
    nets.append(net)

# %% threshold search on the out-of-fold predictions
best = max(np.linspace(0.2, 0.8, 25), key=lambda t: ((oof > t) == y).mean())
print(f"threshold {best:.2f}, mean loss {np.mean(fold_scores):.3f} +- {np.std(fold_scores):.3f}")

if __name__ == "__main__":
    assert select_logits.grad.abs().sum() > 0
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for n in nets for p in n.parameters())
