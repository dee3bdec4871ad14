# framework: torch
# verdict: raises
# seen: RuntimeError: Output 0 of Unbind is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such func
import torch
from torch import nn

torch.manual_seed(0)
rnn = nn.GRU(3, 4, batch_first=True)
out, _ = rnn(torch.randn(2, 5, 3))
for t, step in enumerate(out.unbind(1)):
    step *= 0.9 ** t  # HAZARD GL204
out.sum().backward()
