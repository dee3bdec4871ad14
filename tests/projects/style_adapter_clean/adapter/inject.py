from .lora import LoraLinear


def inject(model, rank, names):
    model.requires_grad_(False)
    made = []
    for name in names:
        wrapped = LoraLinear(getattr(model.attention, name), rank)
        setattr(model.attention, name, wrapped)
        made.append(wrapped)
    return made
