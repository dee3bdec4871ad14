import torch
import torch.nn.functional as F

from tgn.model import TGN
from tgn.stream import EventStream

RELATIONS = ("cites", "likes")


def run_epoch(model, stream, optimizer):
    model.memory.reset()
    total = 0.0
    for batch in stream:
        optimizer.zero_grad()
        h = model.embed(batch["edges"])
        pos = model.score(h, batch["src"], batch["dst"])
        neg = model.score(h, batch["src"], batch["neg"])
        loss = F.binary_cross_entropy_with_logits(pos, torch.ones_like(pos))
        loss = loss + F.binary_cross_entropy_with_logits(neg, torch.zeros_like(neg))
        loss.backward()  # HAZARD carried-graph GL603
        optimizer.step()
        model.observe(model.embed(batch["edges"]), batch["src"], batch["dst"], batch["t"])
        total += loss.item()
    return total / stream.n_batches


def main():
    torch.manual_seed(0)
    model = TGN(20, 8, RELATIONS)
    stream = EventStream(20, 4, RELATIONS)
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(2):
        print(run_epoch(model, stream, opt))


if __name__ == "__main__":
    main()
