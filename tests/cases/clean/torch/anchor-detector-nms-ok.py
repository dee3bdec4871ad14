# framework: torch
# verdict: clean
# seen: NMS, matching and OHEM by indices of detached scores; labels tensor written by mask
import torch
import torch.nn as nn
import torch.nn.functional as F


def box_iou(a, b):
    tl = torch.max(a[:, None, :2], b[None, :, :2])
    br = torch.min(a[:, None, 2:], b[None, :, 2:])
    inter = (br - tl).clamp(min=0).prod(-1)
    area = lambda t: (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1])
    return inter / (area(a)[:, None] + area(b)[None] - inter)


def nms(boxes, scores, thr=0.5):
    order, keep = scores.argsort(descending=True).tolist(), []
    while order:
        i = order.pop(0)
        keep.append(i)
        order = [j for j in order if box_iou(boxes[i : i + 1], boxes[j : j + 1]).item() < thr]
    return torch.tensor(keep, dtype=torch.long)


def match(anchors, gt, pos=0.5, neg=0.3):
    iou = box_iou(anchors, gt)
    best, idx = iou.max(dim=1)
    labels = torch.full((len(anchors),), -1.0)
    labels[best < neg] = 0.0
    labels[best >= pos] = 1.0
    labels[iou.argmax(dim=0)] = 1.0
    return labels, idx


class RPN(nn.Module):
    def __init__(self, anchors):
        super().__init__()
        self.register_buffer("anchors", anchors)
        self.trunk = nn.Linear(10, 32)
        self.cls = nn.Linear(32, len(anchors))
        self.reg = nn.Linear(32, 4 * len(anchors))

    def forward(self, x):
        h = torch.relu(self.trunk(x))
        return self.cls(h), self.reg(h).view(len(x), -1, 4)

    def proposals(self, logits, deltas, k=5):
        out = []
        for score, delta in zip(logits.detach().sigmoid(), deltas.detach()):
            top, idx = score.topk(k)
            boxes = self.anchors[idx] + 0.1 * delta[idx]
            out.append(boxes[nms(boxes, top)])
        return out


def rpn_loss(model, logits, deltas, targets, ohem=3):
    cls_terms, reg_terms = [], []
    for logit, delta, gt in zip(logits, deltas, targets):
        labels, idx = match(model.anchors, gt)
        fg, bg = labels == 1, labels == 0
        ce = F.binary_cross_entropy_with_logits(logit, labels.clamp(min=0), reduction="none")
        n_neg = min(ohem * int(fg.sum()), int(bg.sum()))
        hard = ce[bg].detach().topk(n_neg).indices
        cls_terms.append((ce[fg].sum() + ce[bg][hard].sum()) / (int(fg.sum()) + n_neg))
        reg_terms.append(F.smooth_l1_loss(delta[fg], (gt[idx] - model.anchors)[fg] * 10))
    return torch.stack(cls_terms).mean(), torch.stack(reg_terms).mean()


def train(steps=4):
    torch.manual_seed(0)
    xy = torch.cartesian_prod(torch.arange(4.0), torch.arange(4.0))
    model = RPN(torch.cat([xy, xy + 1.5], dim=1))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        x = torch.randn(3, 10)
        targets = [torch.cat([c := torch.rand(2, 2) * 3, c + 1.4], dim=1) for _ in range(3)]
        logits, deltas = model(x)
        cls_loss, reg_loss = rpn_loss(model, logits, deltas, targets)
        opt.zero_grad()
        (cls_loss + reg_loss).backward()
        opt.step()
        kept = [len(b) for b in model.proposals(logits, deltas)]
    return model, kept


if __name__ == "__main__":
    model, kept = train()
    assert all(1 <= k <= 5 for k in kept)
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
