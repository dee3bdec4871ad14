import torch


def pairs(cfg, batches, size=6, length=5):
    for _ in range(batches):
        q = torch.randint(1, cfg.vocab, (size, length))
        d = torch.randint(0, cfg.vocab, (size, length))
        d[1] = 0
        yield {"query": q, "doc": d}
