"""Eight hazards in thirteen dresses: one training program, written for each library that people train with.

A dress says how a model is made, how it is called, who steps and who asks for the gradient. A hazard changes one line
of that. What is broken in plain PyTorch is broken in the same way in every dress.
"""

from __future__ import annotations

from dataclasses import dataclass

HAZARDS = {
    "no_grad forward": "GL402",
    "detached output": "GL401",
    "item in loss": "GL104",
    "zero_grad before step": "GL602",
    "no zero_grad": "GL601",
    "loss kept": "GL604",
    "rewrapped loss": "GL106",
    "argmax in loss": "GL403",
}


@dataclass(frozen=True)
class Dress:
    name: str
    setup: str
    """Makes `model`, `optimizer` and `x`, `y`."""
    output: str = "model(x)"
    backward: str = "loss.backward()"
    step: str = "optimizer.step()"
    imports: str = ""
    needs: tuple[str, ...] = ()


_PLAIN = """\
model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Linear(8, 4))
"""
_OPTIMIZER = "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
_GPT = """\
config = GPT2Config(vocab_size=4, n_positions=8, n_embd=8, n_layer=1, n_head=1, bos_token_id=0, eos_token_id=0)
model = GPT2LMHeadModel(config)
"""
_RUNNER = """\
class Runner:
    def __init__(self, net):
        self.fabric = Fabric(accelerator="cpu", devices=1)
        self.net, self.optimizer = self.fabric.setup(net, torch.optim.SGD(net.parameters(), lr=0.1))


runner = Runner(model)
optimizer = runner.optimizer
"""
_TOKENS = "x = torch.randint(0, 4, (5, 3))\n"
_NUMBERS = "x = torch.randn(5, 3)\n"

DRESSES = (
    Dress("plain", _PLAIN + _OPTIMIZER + _NUMBERS),
    Dress("compile", _PLAIN + 'model = torch.compile(model, backend="eager")\n' + _OPTIMIZER + _NUMBERS),
    Dress("DataParallel", _PLAIN + "model = torch.nn.DataParallel(model)\n" + _OPTIMIZER + _NUMBERS),
    Dress("checkpoint", _PLAIN + _OPTIMIZER + _NUMBERS, output="checkpoint(model, x, use_reentrant=False)",
          imports="from torch.utils.checkpoint import checkpoint\n"),
    Dress("helper", _PLAIN + _OPTIMIZER + _NUMBERS + "\ndef forward(inputs):\n    return model(inputs)\n\n",
          output="forward(x)"),
    Dress("autocast", _PLAIN + _OPTIMIZER + _NUMBERS + "\ndef forward(inputs):\n"
          '    with torch.autocast("cpu", dtype=torch.bfloat16):\n        return model(inputs).float()\n\n',
          output="forward(x)"),
    Dress("DDP", "dist.init_process_group('gloo', store=dist.HashStore(), rank=0, world_size=1)\n" + _PLAIN
          + "model = DDP(model)\n" + _OPTIMIZER + _NUMBERS,
          imports="import torch.distributed as dist\n"
          "from torch.nn.parallel import DistributedDataParallel as DDP\n"),
    Dress("GradScaler", _PLAIN + _OPTIMIZER + _NUMBERS + 'scaler = torch.amp.GradScaler("cpu")\n',
          backward="scaler.scale(loss).backward()", step="scaler.step(optimizer)\n    scaler.update()"),
    Dress("Accelerate", "accelerator = Accelerator(cpu=True)\n" + _PLAIN + _OPTIMIZER + _NUMBERS
          + "model, optimizer = accelerator.prepare(model, optimizer)\n",
          backward="accelerator.backward(loss)", imports="from accelerate import Accelerator\n",
          needs=("accelerate",)),
    Dress("Fabric", 'fabric = Fabric(accelerator="cpu", devices=1)\n' + _PLAIN + _OPTIMIZER + _NUMBERS
          + "model, optimizer = fabric.setup(model, optimizer)\n",
          backward="fabric.backward(loss)", imports="from lightning.fabric import Fabric\n", needs=("lightning",)),
    Dress("Fabric in a class", _PLAIN + _NUMBERS + _RUNNER, output="runner.net(x)",
          backward="runner.fabric.backward(loss)", imports="from lightning.fabric import Fabric\n",
          needs=("lightning",)),
    Dress("Transformers", _GPT + _OPTIMIZER + _TOKENS, output="model(input_ids=x).logits[:, -1]",
          imports="from transformers import GPT2Config, GPT2LMHeadModel\n", needs=("transformers",)),
    Dress("PEFT", _GPT + 'lora = LoraConfig(r=2, target_modules=["c_attn"], fan_in_fan_out=True)\n'
          "model = get_peft_model(model, lora)\n" + _OPTIMIZER + _TOKENS, output="model(input_ids=x).logits[:, -1]",
          imports="from peft import LoraConfig, get_peft_model\nfrom transformers import GPT2Config, GPT2LMHeadModel\n",
          needs=("peft", "transformers")),
)  # fmt: skip


def program(dress: Dress, hazard: str = "") -> str:
    """The training program in this dress; the line of the hazard carries its code."""
    lines = [
        "import torch",
        *dress.imports.splitlines(),
        "",
        "torch.manual_seed(0)",
        *dress.setup.splitlines(),
    ]
    lines += ["y = torch.randn(5, 4)"]
    if hazard == "loss kept":
        lines.append("history = []")
    lines.append("for _ in range(3):")
    lines += [f"    {line}" for line in _round(dress, hazard)]
    return "\n".join(lines) + "\n"


def _round(dress: Dress, hazard: str) -> list[str]:
    code = f"  # {HAZARDS[hazard]}" if hazard else ""
    lines = ["optimizer.zero_grad()"] if hazard not in ("no zero_grad", "zero_grad before step") else []
    if hazard == "no_grad forward":
        lines += ["with torch.no_grad():", f"    out = {dress.output}{code}"]
    else:
        lines.append(f"out = {dress.output}" + (f".detach(){code}" if hazard == "detached output" else ""))
    if hazard == "argmax in loss":
        lines.append(f"out = out.argmax(dim=-1, keepdim=True).float(){code}")
    loss = "((out - y) ** 2).mean()"
    if hazard == "item in loss":
        lines += [f"loss = torch.tensor(0.0, requires_grad=True) + {loss}.item(){code}"]
    else:
        lines.append(f"loss = {loss}")
    if hazard == "rewrapped loss":
        lines.append(f"loss = torch.tensor(loss.item(), requires_grad=True){code}")
    lines.append(dress.backward + (code if hazard == "no zero_grad" else ""))
    if hazard == "zero_grad before step":
        lines.append(f"optimizer.zero_grad(){code}")
    lines += dress.step.replace("\n    ", "\n").splitlines()
    if hazard == "loss kept":
        lines.append(f"history.append(loss){code}")
    return lines


HOSTS = {
    "training_step": """\
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 4)

    def training_step(self, batch, number):
        x, y = batch
{body}
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
""",
    "compute_loss": """\
import torch
from transformers import Trainer


class Own(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        x, y = inputs["input_ids"], inputs["labels"]
{body}
        return (loss, out) if return_outputs else loss
""",
}
HOSTS["super().compute_loss"] = HOSTS["compute_loss"]
OUTPUTS = {
    "training_step": "self.layer(x)",
    "compute_loss": "model(input_ids=x).logits[:, -1]",
    "super().compute_loss": "super().compute_loss(model, inputs)",
}
HOSTED = ("no_grad forward", "detached output", "item in loss", "rewrapped loss", "argmax in loss")


def hosted_program(host: str, hazard: str = "") -> str:
    """A method that a library calls: it returns the loss, and the library differentiates it."""
    lines = [line for line in _round(Dress(host, "", OUTPUTS[host]), hazard) if "optimizer" not in line]
    body = "\n".join(f"        {line}" for line in lines if "backward" not in line)
    return HOSTS[host].format(body=body)
