# framework: torch
# verdict: clean
# seen: the maximum is found by its position and subtracted, so nothing overflows
import torch


def best(row):
    _, where = torch.max(row, 1)
    return where.item()


def log_sum_exp(row):
    top = row[0, best(row)]
    return top + torch.log(torch.sum(torch.exp(row - top.view(1, -1).expand(1, row.size(1)))))


def stable(rows):
    top = rows.gather(1, rows.argmax(dim=1, keepdim=True))
    return (top + torch.log(torch.exp(rows - top).sum(1, keepdim=True))).sum()


for function in (log_sum_exp, stable):
    w = torch.tensor([[1000.0, 999.0]], requires_grad=True)
    function(w).backward()
    assert torch.isfinite(w.grad).all()
