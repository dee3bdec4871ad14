# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import os
import tempfile

import torch
from peft import AutoPeftModelForCausalLM, LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel

folder = tempfile.mkdtemp()
plain, adapted = os.path.join(folder, "base"), os.path.join(folder, "adapter")
GPT2LMHeadModel(GPT2Config(vocab_size=20, n_positions=8, n_embd=8, n_layer=1, n_head=1)).save_pretrained(plain)
base = GPT2LMHeadModel.from_pretrained(plain)
get_peft_model(base, LoraConfig(task_type="CAUSAL_LM", r=2, target_modules=["c_attn"])).save_pretrained(adapted)

model = AutoPeftModelForCausalLM.from_pretrained(adapted)  # HAZARD GL413
model.train()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
tokens = torch.randint(0, 20, (2, 6))
model(input_ids=tokens, labels=tokens).loss.backward()
optimizer.step()
