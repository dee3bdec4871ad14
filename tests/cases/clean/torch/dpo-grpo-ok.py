# framework: torch
# verdict: clean
# seen: reference log-probs under no_grad, group advantages from rewards, k3 KL to a frozen copy, rewards in Python
import copy
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


class LM(nn.Module):
    def __init__(self, vocab=12, dim=16):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.emb.weight

    def forward(self, ids, state=None):
        h, state = self.rnn(self.emb(ids), state)
        return self.head(h), state


def sequence_logps(model, ids, mask):
    logits, _ = model(ids[:, :-1])
    logp = logits.log_softmax(-1).gather(-1, ids[:, 1:, None]).squeeze(-1)
    return logp * mask[:, 1:]


@torch.no_grad()
def generate(model, prompt, steps, temperature=1.0):
    ids, state, cur = prompt, None, prompt
    for _ in range(steps):
        logits, state = model(cur, state)
        probs = F.softmax(logits[:, -1] / temperature, -1)
        cur = torch.multinomial(probs, 1)
        ids = torch.cat([ids, cur], 1)
    return ids


@dataclass
class DPOConfig:
    beta: float = 0.1
    label_smoothing: float = 0.0
    loss_type: str = "sigmoid"


def dpo_loss(policy, ref, batch, cfg):
    def both(model):
        return (
            sequence_logps(model, batch["chosen"], batch["mask"]).sum(-1),
            sequence_logps(model, batch["rejected"], batch["mask"]).sum(-1),
        )

    pc, pr = both(policy)
    with torch.no_grad():
        rc, rr = both(ref)
    margin = (pc - pr) - (rc - rr)
    if cfg.loss_type == "sigmoid":
        loss = -F.logsigmoid(cfg.beta * margin) * (1 - cfg.label_smoothing) - F.logsigmoid(-cfg.beta * margin) * cfg.label_smoothing
    elif cfg.loss_type == "ipo":
        loss = (margin - 1 / (2 * cfg.beta)) ** 2
    else:
        loss = torch.relu(1 - cfg.beta * margin)
    rewards = cfg.beta * (pc - rc).detach(), cfg.beta * (pr - rr).detach()
    return loss.mean(), {"acc": (rewards[0] > rewards[1]).float().mean().item(), "margin": margin.detach().mean().item()}


def grpo_step(policy, ref, opt, prompt, reward_fn, group=6, inner=2, clip=0.2, kl_coef=0.05):
    ids = generate(policy, prompt.repeat_interleave(group, 0), 5)
    rewards = torch.tensor([reward_fn(seq) for seq in ids.tolist()])
    adv = rewards.view(-1, group)
    adv = ((adv - adv.mean(1, keepdim=True)) / (adv.std(1, keepdim=True) + 1e-4)).flatten()
    mask = torch.ones(ids.shape)
    mask[:, : prompt.shape[1]] = 0
    with torch.no_grad():
        old = sequence_logps(policy, ids, mask)
        base = sequence_logps(ref, ids, mask)
    stats = []
    for _ in range(inner):
        logp = sequence_logps(policy, ids, mask)
        ratio = torch.exp(logp - old)
        pg = -torch.min(ratio * adv[:, None], ratio.clamp(1 - clip, 1 + clip) * adv[:, None])
        log_r = base - logp
        kl = log_r.exp() - log_r - 1
        loss = ((pg + kl_coef * kl) * mask[:, 1:]).sum() / mask[:, 1:].sum()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        opt.step()
        with torch.no_grad():
            clipped = ((ratio - 1).abs() > clip).float().mean()
        stats.append((loss.item(), clipped.item()))
    return rewards.mean().item(), stats


if __name__ == "__main__":
    torch.manual_seed(0)
    policy = LM()
    ref = copy.deepcopy(policy).eval().requires_grad_(False)
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    batch = {"chosen": torch.randint(0, 12, (8, 7)), "rejected": torch.randint(0, 12, (8, 7)), "mask": torch.ones(8, 7)}
    for kind in ("sigmoid", "ipo", "hinge"):
        for _ in range(5):
            opt.zero_grad(set_to_none=True)
            loss, info = dpo_loss(policy, ref, batch, DPOConfig(loss_type=kind))
            loss.backward()
            assert policy.emb.weight.grad.abs().sum() > 0
            opt.step()
    assert info["acc"] > 0.5
    prompt = torch.randint(0, 12, (4, 3))
    curve = [grpo_step(policy, ref, opt, prompt, lambda s: float(s.count(3)))[0] for _ in range(25)]
    assert sum(curve[-5:]) > sum(curve[:5])
