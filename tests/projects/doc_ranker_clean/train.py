import torch

from ranker.config import RankerConfig
from ranker.data import pairs
from ranker.engine import Fit
from ranker.model import build


def main():
    torch.manual_seed(0)
    cfg = RankerConfig()
    fit = Fit(build(cfg), cfg)
    before = {k: v.clone() for k, v in fit.model.state_dict().items()}
    t = float(fit.criterion.log_scale)
    for batch in pairs(cfg, batches=4):
        print("loss", fit.step(batch))
    print("temperature moved", float(fit.criterion.log_scale) != t)
    for k, v in fit.model.state_dict().items():
        print(k, "moved" if not torch.equal(v, before[k]) else "STILL", bool(v.isnan().any()))


main()
