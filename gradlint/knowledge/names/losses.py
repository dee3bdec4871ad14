"""Loss functions and what is given to them."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

REGRESSIONS = names("torch.nn.functional", "mse_loss smooth_l1_loss huber_loss l1_loss")
LOSSES_OF_A_PAIR = names(
    "torch.nn.functional",
    "mse_loss l1_loss smooth_l1_loss huber_loss cross_entropy kl_div cosine_similarity",
)
RAW_OUTPUTS = names(
    "torch.nn keras.layers torch.nn.functional",
    "Linear LazyLinear linear Dense Conv1d Conv2d Conv3d Conv1D Conv2D Bilinear",
)
"""Layers whose output may be any number."""
OVER_CLASSES = names(
    "keras.losses tensorflow.nn",
    "categorical_crossentropy sparse_categorical_crossentropy CategoricalCrossentropy "
    "SparseCategoricalCrossentropy softmax_cross_entropy_with_logits",
)
"""Losses of TensorFlow that compare classes: over a single one they compare nothing."""
CHOOSING_LOSSES = names("torch.nn.functional", "cross_entropy nll_loss")
"""Losses that choose among classes, which lie on the second axis (the first one of a single sample)."""
LOSSES_OF_ROWS = names(
    "torch.nn.functional",
    "cosine_embedding_loss triplet_margin_loss triplet_margin_with_distance_loss multi_margin_loss "
    "multilabel_margin_loss multilabel_soft_margin_loss",
)
"""Losses that give one number for each row."""
