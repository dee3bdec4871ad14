# framework: torch
# verdict: clean
# seen: the classifier is told to train after the wrap, and moves
import torch
from peft import LoraConfig, get_peft_model
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

size = dict(vocab_size=20, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8)
model = BertForSequenceClassification(BertConfig(**size, num_labels=3))
model = get_peft_model(model, LoraConfig(r=2, target_modules=["query"]))
for each in model.base_model.model.classifier.parameters():
    each.requires_grad = True
before = model.base_model.model.classifier.weight.detach().clone()
rows = [{"input_ids": each, "labels": 1} for each in torch.randint(0, 20, (4, 6))]
args = TrainingArguments("out", max_steps=1, use_cpu=True, report_to=[], save_strategy="no", disable_tqdm=True)
Trainer(model=model, args=args, train_dataset=rows).train()
moved = not torch.equal(before, model.base_model.model.classifier.weight.detach())
print("OBSERVED", "clean" if moved else "none")
