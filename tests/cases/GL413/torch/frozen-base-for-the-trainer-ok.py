# framework: torch
# verdict: clean
# seen: the adapters are left to train
import torch
from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments


def freeze(module):
    for each in module.parameters():
        each.requires_grad_(False)


base = GPT2LMHeadModel(GPT2Config(vocab_size=20, n_positions=8, n_embd=8, n_layer=1, n_head=1))
freeze(base)
model = get_peft_model(base, LoraConfig(task_type="CAUSAL_LM", r=2, target_modules=["c_attn"]))
rows = [{"input_ids": each, "labels": each} for each in torch.randint(0, 20, (4, 6))]
args = TrainingArguments("out", max_steps=1, use_cpu=True, report_to=[], save_strategy="no", disable_tqdm=True)
Trainer(model=model, args=args, train_dataset=rows).train()
