# framework: torch
# verdict: clean
# seen: gradient as expected
import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--scale", type=float, default=2.0)
options, _ = parser.parse_known_args([])
noise = torch.rand(4)
mixed = noise * options.scale
noise += 1.0
w = torch.ones(4, requires_grad=True)
(w * mixed).sum().backward()
assert torch.equal(w.grad, mixed)
