# framework: torch
# verdict: nan
# seen: what is subtracted is the first element, not the largest one: exp overflows
import torch


def log_sum_exp(row):
    first = row[0, 0]
    return first + torch.log(torch.sum(torch.exp(row - first)))  # HAZARD GL703


w = torch.tensor([[1.0, 999.0]], requires_grad=True)
log_sum_exp(w).backward()
print("OBSERVED", "clean" if torch.isfinite(w.grad).all() else "nan")
