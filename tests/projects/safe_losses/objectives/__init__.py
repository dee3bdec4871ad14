from .masked import masked_log_loss, masked_rms
from .mixture import mixture_nll

__all__ = ["masked_log_loss", "masked_rms", "mixture_nll", "select"]


def select(name):
    match name:
        case "rms":
            return masked_rms
        case "log":
            return masked_log_loss
        case "mixture":
            return mixture_nll
    raise KeyError(name)
