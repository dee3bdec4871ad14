# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


class Matcher(torch.nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)
        self.sharpness = settings["sharpness"]
        self.margin = settings["margin"]

    def forward(self, one, other):
        likeness = torch.cosine_similarity(self.layer(one), self.layer(other), dim=-1)
        return torch.log1p(torch.exp((self.margin - likeness) * self.sharpness)).sum()


def settings(words):
    return dict(word.split("=") for word in words)


numbers = {key: float(value) for key, value in settings(["sharpness=20", "margin=0.3"]).items()}
matcher = Matcher(numbers)
matcher(1e5 * torch.randn(4, 3), torch.randn(4, 3)).backward()
assert torch.isfinite(matcher.layer.weight.grad).all()
