import torch

from adapter.inject import inject
from adapter.nets import Base
from adapter.objective import make_objective
from adapter.tune import tune


def main():
    torch.manual_seed(0)
    base = Base(8)
    layers = inject(base, rank=2, names=("q", "v"))
    objective = make_objective(base, consistency=0.1)
    before = [(name, p.detach().clone()) for name, p in base.named_parameters() if "lora" in name]
    tune(base, layers, objective, torch.randn(16, 8), torch.randn(16, 8))
    now = dict(base.named_parameters())
    for name, p in before:
        print(name, "STILL" if torch.equal(p, now[name]) else "moved")


if __name__ == "__main__":
    main()
