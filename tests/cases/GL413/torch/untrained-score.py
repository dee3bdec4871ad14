# framework: torch
# verdict: wrong
# seen: the new head is frozen with all the others
import torch
from peft import LoraConfig, get_peft_model
from torch import nn
from transformers import BertConfig, BertModel


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        config = BertConfig(
            vocab_size=30, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
        )
        self.encoder = BertModel(config)
        self.score = nn.Linear(8, 1)

    def forward(self, tokens):
        return self.score(self.encoder(tokens).last_hidden_state[:, 0])


torch.manual_seed(0)
scorer = Scorer()
config = LoraConfig(r=2, target_modules=["query", "value"])  # HAZARD GL413
model = get_peft_model(scorer, config)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
loss = (model(torch.randint(0, 30, (4, 6))) - 1.0).square().mean()
loss.backward()
optimizer.step()
print("OBSERVED", "wrong" if not scorer.score.weight.requires_grad else "clean")
