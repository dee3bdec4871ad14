# framework: torch
# verdict: clean
# seen: losses collected in defaultdicts, Counters, dataclasses, deques and nested dicts stay live until backward
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field, fields
from itertools import accumulate, chain, groupby
from operator import itemgetter
from types import SimpleNamespace

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class LossBundle:
    terms: dict[str, list[torch.Tensor]] = field(default_factory=lambda: defaultdict(list))
    weights: dict[str, float] = field(default_factory=dict)

    def add(self, **named):
        for name, value in named.items():
            self.terms[name].append(value)
        return self

    def __iadd__(self, other):
        for name, values in other.terms.items():
            self.terms[name].extend(values)
        return self

    def __getitem__(self, name):
        return torch.stack(self.terms[name]).mean()

    def __iter__(self):
        return iter(self.terms)

    def __len__(self):
        return len(self.terms)

    @property
    def total(self):
        return sum(self.weights.get(name, 1.0) * self[name] for name in self)

    def floats(self):
        return {name: self[name].item() for name in self}


@dataclass
class Outputs:
    logits: torch.Tensor
    aux: torch.Tensor

    def __add__(self, other):
        return Outputs(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 4), nn.Linear(4, 2)

    def forward(self, x):
        h = torch.tanh(self.a(x))
        return Outputs(self.b(h), h.square().mean())


def bundle_of(net, x, y):
    out = net(x)
    return LossBundle(weights={"aux": 0.1}).add(ce=F.cross_entropy(out.logits, y), aux=out.aux)


def by_bundle(net, batches):
    bundle = LossBundle(weights={"aux": 0.1})
    for x, y in batches:
        bundle += bundle_of(net, x, y)
    assert len(bundle) == 2 and bundle.floats()["ce"] > 0
    return bundle.total


def by_counter(net, batches):
    sums = Counter()
    for x, y in batches:
        out = net(x)
        sums["ce"] += F.cross_entropy(out.logits, y)
        sums["n"] += 1
    return sums["ce"] / sums["n"]


def by_deque(net, batches, window=3):
    recent = deque(maxlen=window)
    for x, y in batches:
        recent.append(F.cross_entropy(net(x).logits, y))
    while len(recent) > 1:
        recent.append(recent.popleft() + recent.popleft())
    return recent[0]


def by_groups(net, batches):
    rows = [(int(len(x)), F.cross_entropy(net(x).logits, y)) for x, y in batches]
    rows.sort(key=itemgetter(0))
    per = OrderedDict((size, [loss for _, loss in group]) for size, group in groupby(rows, key=itemgetter(0)))
    return torch.stack(list(chain.from_iterable(per.values()))).mean()


def by_accumulate(net, batches):
    running = list(accumulate(F.cross_entropy(net(x).logits, y) for x, y in batches))
    return running[-1] / len(running)


def by_merge(net, batches):
    state = SimpleNamespace(**{"loss": torch.zeros(()), "seen": 0})
    for x, y in batches:
        extra = {"loss": state.loss + F.cross_entropy(net(x).logits, y)} | {"seen": state.seen + len(x)}
        state = SimpleNamespace(**(vars(state) | extra))
    return state.loss / state.seen


def by_outputs(net, batches):
    (x0, y0), *rest = batches
    total = net(x0)
    for x, _ in rest:
        total = total + net(x)
    return total.logits.square().mean() + total.aux


if __name__ == "__main__":
    torch.manual_seed(0)
    batches = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(3)]
    for make in (by_bundle, by_counter, by_deque, by_groups, by_accumulate, by_merge, by_outputs):
        net = Net()
        loss = make(net, batches)
        loss.backward()
        assert net.a.weight.grad.abs().sum() > 0, make
