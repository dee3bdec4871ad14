# framework: torch
# verdict: clean
# seen: argmax tokens fed back (scheduled sampling), beam search under no_grad, accuracy by argmax
import torch
from torch import nn
import torch.nn.functional as F

PAD, BOS, EOS, VOCAB = 0, 1, 2, 12


class Decoder(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, d, padding_idx=PAD)
        self.cell = nn.GRUCell(d, d)
        self.out = nn.Linear(d, VOCAB)

    def step(self, token, h):
        h = self.cell(self.embed(token), h)
        return self.out(h), h

    def forward(self, h, target, p_teacher):
        token = torch.full((len(target),), BOS)
        steps = []
        for t in range(target.size(1)):
            logits, h = self.step(token, h)
            steps.append(logits)
            use_gold = torch.rand(len(target)) < p_teacher
            token = torch.where(use_gold, target[:, t], logits.argmax(-1))
        return torch.stack(steps, dim=1)

    @torch.no_grad()
    def beam(self, h, width=3, max_len=6):
        beams = [(0.0, [BOS], h)]
        for _ in range(max_len):
            pool = []
            for score, toks, state in beams:
                if toks[-1] == EOS:
                    pool.append((score, toks, state))
                    continue
                logits, new = self.step(torch.tensor(toks[-1:]), state)
                top = F.log_softmax(logits, -1).squeeze(0).topk(width)
                for lp, tok in zip(top.values.tolist(), top.indices.tolist()):
                    pool.append((score + lp, toks + [tok], new))
            beams = sorted(pool, key=lambda b: b[0] / len(b[1]), reverse=True)[:width]
        return beams[0][1]


class Seq2Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.GRU(4, 16, batch_first=True)
        self.decoder = Decoder()

    def forward(self, src, tgt, p_teacher):
        _, h = self.encoder(src)
        return self.decoder(h[0], tgt, p_teacher)


def main(steps=6):
    torch.manual_seed(0)
    model = Seq2Seq()
    opt = torch.optim.Adam(model.parameters(), 1e-2)
    for i in range(steps):
        src, tgt = torch.randn(8, 5, 4), torch.randint(3, VOCAB, (8, 4))
        tgt[::2, -1] = PAD
        logits = model(src, tgt, p_teacher=max(0.3, 1 - 0.2 * i))
        loss = F.cross_entropy(logits.flatten(0, 1), tgt.flatten(), ignore_index=PAD)
        opt.zero_grad()
        loss.backward()
        opt.step()
        mask = tgt != PAD
        hits = ((logits.argmax(-1) == tgt) & mask).sum().item() / mask.sum().item()
        print(f"{i}: ppl {loss.exp().item():.2f} acc {hits:.2f}")
    _, h = model.encoder(torch.randn(1, 5, 4))
    return model, model.decoder.beam(h[0])


if __name__ == "__main__":
    model, best = main()
    assert best[0] == BOS
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
