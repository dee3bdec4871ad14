"""Optax: losses, optimizers and what they are chained from."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

ELEMENT_LOSSES = names(
    "optax",
    "l2_loss squared_error huber_loss hinge_loss sigmoid_binary_cross_entropy sigmoid_focal_loss",
)
"""One number for each element: nobody has taken a mean yet."""
ROW_LOSSES = names(
    "optax",
    "softmax_cross_entropy safe_softmax_cross_entropy softmax_cross_entropy_with_integer_labels "
    "cosine_similarity",
)
"""One number for each row, over the last axis."""
OPTAX_OPTIMIZERS = names(
    "optax",
    "adam adamw sgd rmsprop adagrad adafactor lamb lars lion nadam radam yogi adabelief chain "
    "noisy_sgd novograd amsgrad adamax multi_transform inject_hyperparams fromage sm3 "
    "optimistic_gradient_descent adadelta adan nadamw adamaxw rprop",
)
KEEPS_THE_SIGN = names(
    "optax",
    "trace ema clip clip_by_global_norm clip_by_block_rms adaptive_grad_clip identity centralize "
    "add_decayed_weights normalize_by_update_norm zero_nans apply_every",
)
"""Links that keep the direction of the gradient, besides those called scale_by_something."""
DECAYING = names("optax", "adamw lamb lion nadamw adamaxw")
"""Optimizers that decay all weights unless they are given a mask or told not to."""
SCALE_FREE = names(
    "optax",
    "adam adamw nadam nadamw radam adamax adamaxw adabelief amsgrad rmsprop adagrad adadelta lamb lion yogi "
    "novograd rprop adan scale_by_adam scale_by_amsgrad scale_by_rms scale_by_rss scale_by_stddev scale_by_lion "
    "scale_by_yogi scale_by_radam scale_by_belief scale_by_adamax scale_by_adadelta scale_by_sign scale_by_adan "
    "scale_by_novograd",
)
"""Each divides the gradient by its own size: a sum over batches steps like their mean."""

OPTIMIZER_STATE = "optax_state:"
"""The kind of what `init` and `update` hand out: each is used once."""
