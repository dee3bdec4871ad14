# framework: torch
# verdict: clean
# seen: the weight is computed anew from the registered parameter
import torch
from torch import nn

layer = nn.Linear(3, 4)
bar = nn.Parameter(layer.weight.data.clone())
v = nn.Parameter(torch.randn(3), requires_grad=False)
del layer._parameters["weight"]
layer.register_parameter("weight_bar", bar)
layer.register_parameter("weight_v", v)
opt = torch.optim.SGD([bar], lr=0.1)
for x in torch.randn(3, 5, 3):
    w = layer.weight_bar
    vv = layer.weight_v
    vv.data = torch.mv(torch.t(w.data), torch.ones(4))
    layer.weight = w / w.mv(vv).sum()
    loss = layer(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
