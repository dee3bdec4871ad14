from tabular.model import TabularNet, make_model
from tabular.objective import squared_error, quantile_error

__all__ = ["TabularNet", "make_model", "squared_error", "quantile_error"]
