from .pair import pair_energy
from .angles import angle_energy

__all__ = ["pair_energy", "angle_energy"]
