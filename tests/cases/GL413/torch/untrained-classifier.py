# framework: torch
# verdict: wrong
# seen: the classifier is frozen with all the others
import torch
from peft import LoraConfig, get_peft_model
from transformers import BertConfig, BertForSequenceClassification

torch.manual_seed(0)
config = BertConfig(
    vocab_size=30, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16, num_labels=3
)
base = BertForSequenceClassification(config)
lora = LoraConfig(r=2, target_modules=["query", "value"])  # HAZARD GL413
model = get_peft_model(base, lora)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
tokens, labels = torch.randint(0, 30, (4, 6)), torch.tensor([0, 1, 2, 0])
loss = model(input_ids=tokens, labels=labels).loss
loss.backward()
optimizer.step()
print("OBSERVED", "wrong" if not base.classifier.weight.requires_grad else "clean")
