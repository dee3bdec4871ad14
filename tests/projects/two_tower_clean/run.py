from functools import partial

import torch

from recsys import TwoTower, bpr, popularity_penalty
from recsys.epochs import Epochs


def ranking(model, user, good, bad):
    return bpr(model.score(user, good), model.score(user, bad))


def spread(model, user, good, bad, strength):
    return popularity_penalty(model, torch.cat([good, bad]), strength)


if __name__ == "__main__":
    torch.manual_seed(0)
    model = TwoTower(20, 30)
    batches = [tuple(torch.randint(20, (16,)) for _ in range(3)) for _ in range(4)]
    print(Epochs(model, [ranking, partial(spread, strength=0.3)], 1e-2).run(batches))
