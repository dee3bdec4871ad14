# framework: torch
# verdict: none
# seen: the layers in the list are no parameters of the model
import torch
from torch import nn
from transformers import PretrainedConfig, PreTrainedModel


class Tower(PreTrainedModel):
    config_class = PretrainedConfig

    def __init__(self, config):
        super().__init__(config)
        self.first = nn.Linear(4, 8)
        self.heads = {"one": nn.Linear(8, 1), "two": nn.Linear(8, 1)}  # HAZARD GL308

    def forward(self, x):
        h = torch.relu(self.first(x))
        return self.heads["one"](h) + self.heads["two"](h)


assert len(list(Tower(PretrainedConfig()).parameters())) == 2
print("OBSERVED none")
