from .trainer import SegmentationTrainer

__all__ = ["SegmentationTrainer"]
