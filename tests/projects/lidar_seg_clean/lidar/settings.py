DEFAULT = {
    "encoder": {"type": "PointEncoder", "width": 16},
    "head": {"type": "SegHead", "classes": 4},
    "losses": [
        {"type": "Focal", "gamma": 2.0, "weight": 1.0},
        {"type": "Lovasz", "weight": 0.5},
    ],
    "train": {"lr": 1e-2, "clip": 1.0, "warmup": 2},
}
