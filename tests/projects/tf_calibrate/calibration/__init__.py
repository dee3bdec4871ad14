from .temperature import TemperatureScaler
from .fit import fit_temperature

__all__ = ["TemperatureScaler", "fit_temperature"]
