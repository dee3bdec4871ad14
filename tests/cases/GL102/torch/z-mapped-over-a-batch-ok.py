# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


class Design:
    def parts(self, rows, chosen):
        mask = torch.Tensor(rows[chosen])
        square = torch.vmap(torch.diag)(mask).float()
        return [each.cpu().numpy() for each in square]

