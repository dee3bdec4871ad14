from contextlib import ExitStack, contextmanager

import torch


@contextmanager
def module_mode(module, training):
    before = module.training
    module.train(training)
    try:
        yield
    finally:
        module.train(before)


@contextmanager
def forward_pass(module, cfg):
    with ExitStack() as stack:
        stack.enter_context(module_mode(module, training=True))
        if cfg.save_memory:
            stack.enter_context(torch.no_grad())  # HAZARD stacked-nograd GL402
        yield
