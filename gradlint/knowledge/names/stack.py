"""Lightning, Accelerate, Transformers."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

ACCELERATOR_ATTRIBUTES = names(
    "accelerate.Accelerator flax.nnx",
    "device is_main_process is_local_main_process process_index num_processes sync_gradients "
    "local_process_index state mixed_precision optimizer_step_was_skipped distributed_type",
)
PRETRAINED_METHODS = names(
    "transformers.PreTrainedModel peft.PeftModel",
    "parameters named_parameters requires_grad_ train eval to cuda cpu float half bfloat16 double "
    "zero_grad state_dict load_state_dict generate forward children modules named_modules "
    "named_children apply gradient_checkpointing_enable gradient_checkpointing_disable "
    "enable_input_require_grads get_input_embeddings get_output_embeddings resize_token_embeddings "
    "save_pretrained push_to_hub from_pretrained register_buffer register_parameter add_module "
    "tie_weights set_input_embeddings print_trainable_parameters enable_gradient_checkpointing "
    "add_adapter num_parameters",
)
"""What is called on a model; anything else that is read from one is a part of it."""
PRETRAINED_ATTRIBUTES = names(
    "keras tensorflow.Tensor flax.nnx",
    "config device dtype generation_config name_or_path training",
)
WRAPPER_METHODS = names(
    "peft.PeftModel accelerate.Accelerator",
    "parameters named_parameters requires_grad_ train eval zero_grad no_sync forward disable_adapter",
)
"""Methods that mean the module and all that the wrapper adds to it."""
LATE_HOOKS = names(
    "lightning.LightningModule lightning.Callback",
    "on_fit_start on_train_start on_train_epoch_start on_train_batch_start training_step "
    "on_sanity_check_start on_validation_start on_before_zero_grad",
)
"""What Lightning calls after configure_optimizers."""
