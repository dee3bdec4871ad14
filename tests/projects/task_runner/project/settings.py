from types import SimpleNamespace

DEFAULTS = SimpleNamespace(lr=1e-3, accumulate=4, epochs=2, use_amp=False, freeze_backbone=True)
