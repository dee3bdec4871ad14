# framework: torch
# verdict: clean
# seen: the adapter of the first model is trained, the second only generates
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

model = AutoPeftModelForCausalLM.from_pretrained(adapted, is_trainable=True)
tokens = torch.randint(0, 20, (2, 6))
model(input_ids=tokens, labels=tokens).loss.backward()
reference = AutoPeftModelForCausalLM.from_pretrained(adapted)
with torch.no_grad():
    reference(input_ids=tokens)
learned = [each.grad for each in model.parameters() if each.requires_grad]
print("OBSERVED", "clean" if learned and all(each is not None for each in learned) else "none")
