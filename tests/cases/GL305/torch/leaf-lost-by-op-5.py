# framework: torch
# verdict: none
# seen: randn(requires_grad=True) * 0.02 is not a leaf: .grad stays None, the search never moves
"""Optimise a soft prompt for a frozen scorer, with plain gradient descent."""
import torch
import torch.nn as nn


class PromptSearch:
    def __init__(self, scorer, length=4, dim=8, device="cpu"):
        self.scorer = scorer.eval().requires_grad_(False)
        self.prompt = torch.randn(length, dim, requires_grad=True, device=device) * 0.02  # HAZARD GL305

    def objective(self):
        return -self.scorer(self.prompt.flatten()).squeeze()

    def search(self, steps=10, lr=0.5):
        best = float("inf")
        for _ in range(steps):
            loss = self.objective()
            loss.backward(retain_graph=True)
            if self.prompt.grad is not None:
                with torch.no_grad():
                    self.prompt.sub_(lr * self.prompt.grad)
                self.prompt.grad = None
            best = min(best, loss.item())
        return best


if __name__ == "__main__":
    torch.manual_seed(0)
    search = PromptSearch(nn.Sequential(nn.Linear(32, 8), nn.Tanh(), nn.Linear(8, 1)))
    start = search.objective().item()
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert search.search() == start
