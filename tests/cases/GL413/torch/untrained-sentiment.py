# framework: torch
# verdict: wrong
# seen: the new classifier is frozen with all the others
import torch
from peft import LoraConfig, get_peft_model
from torch import nn
from transformers import BertConfig, BertModel


class Sentiment(nn.Module):
    def __init__(self, classes):
        super().__init__()
        config = BertConfig(
            vocab_size=40, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
        )
        self.bert = BertModel(config)
        self.classify = nn.Linear(8, classes)

    def forward(self, input_ids):
        return self.classify(self.bert(input_ids=input_ids).pooler_output)


torch.manual_seed(0)
base = Sentiment(3)
model = get_peft_model(base, LoraConfig(target_modules=["key"], r=2, lora_alpha=4))  # HAZARD GL413
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = nn.functional.cross_entropy(model(torch.randint(0, 40, (2, 5))), torch.tensor([0, 2]))
loss.backward()
optimizer.step()
print("OBSERVED", "wrong" if not base.classify.weight.requires_grad else "clean")
