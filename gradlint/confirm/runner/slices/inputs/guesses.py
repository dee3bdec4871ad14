"""What a name alone suggests about a value."""

from __future__ import annotations

import re

from .spec import (
    BATCH,
    LENGTH,
    NETWORK,
    RECORD,
    SIDE,
    STUB,
    WIDTH,
    Spec,
    code,
    literal,
    of_rank,
    sequence,
    tensor,
)

_DATA = Spec("tensor", (BATCH, WIDTH), value="plain")
LOADER = sequence("list", sequence("tuple", _DATA, _DATA), sequence("tuple", _DATA, _DATA))
"""Two batches of inputs and targets, until it is known what a batch is made of: see `batches`."""
_IMAGE = tensor(BATCH, 3, SIDE, SIDE)
_BY_NAME: tuple[tuple[str, Spec], ...] = (
    (r"(torch_)?dtype", code("torch.get_default_dtype()")),
    (r"device|dev", code("torch.get_default_device()")),
    (r"generator|\w*rng(_key)?|prng\w*", code("torch.Generator(torch.get_default_device()).manual_seed(0)")),
    (r"(act|activation|act_fn|nonlinearity|non_linearity|nonlin)(_?(type|name|func|fn))?", literal("relu")),
    (r"(norm|norm_type|normalization)", literal("batch")),
    (r"act_layer|activation_layer|act_cls|activation_cls", code("torch.nn.ReLU")),
    (r"norm_layer|norm_cls", code("torch.nn.LayerNorm")),
    (r"reduction|reduce|aggr|aggregation", literal("mean")),
    (
        r"mode|method|kind|type|name|prefix|key|path|padding_mode|pad_mode|.*_(type|mode|name|method)",
        literal("mean"),
    ),
    (r"(cfg|conf|config|args|hparams|opts?|options|hyperparams|settings|params_cfg)", RECORD),
    (r".*_(cfg|config|conf)", RECORD),
    (r"optim\w*|opt_?\w?", Spec("optimizer")),
    (r"(lr_)?scheduler|writer|logger|callbacks?|trainer|scaler|tokenizer|pbar|accelerator", STUB),
    (
        r"(\w*(criterion|loss_fn|loss_func|loss_fct|loss_function|_fn|_func|function)|fn|func|f|closure)",
        NETWORK,
    ),
    (
        r"\w*(model|net|network|module|encoder|decoder|policy|critic|actor|backbone|head|layer|block|student|teacher"
        r"|generator|discriminator|unet|vae|mlp|proj|transformer|attn|attention|norm|conv|dropout|drop|embed)",
        NETWORK,
    ),
    (r"\w*(loader|dataloader|train_loader|dl|dataset|batches)", LOADER),
    (
        r"(epochs?|num_epochs|n_epochs|iters?|num_iters|max_iter\w*|n_iter\w*|steps|num_steps|n_steps|\w*_iters?|trials)",
        literal(2),
    ),
    (r"(num_|n_?)?heads?|num_attention_heads|n_?head|num_kv_heads|nhead", literal(2)),
    (
        r"(num|n)_(layers?|blocks?|stages?|res\w*|scales?|levels?|groups?)|depth|layers|depths|groups|num_layers_\w+",
        literal(2),
    ),
    (r"kernel(_size)?|ksize|\w*kernel_size", literal(3)),
    (
        r"stride|dilation|\w*_stride|cardinality|factor|scale_factor|expansion|expand\w*|ratio|\w*_ratio|r|reduction_ratio"
        r"|rd_ratio|downsample_factor|upsample\w*|growth_rate",
        literal(2),
    ),
    (
        r"padding|pad|offset|start|rank|local_rank|idx|index|layer_idx|layer_id|step|epoch|batch_idx|level",
        literal(1),
    ),
    (r"patch_size|window_size|block_size|chunk_size", literal(4)),
    (
        r"(img|image|input|sample|spatial|crop)_(size|res|resolution|shape)|resolution|height|width|h|w|H|W",
        literal(SIDE),
    ),
    (r"spatial_dims|ndim|n_dims?|num_dims|order|degree", literal(2)),
    (r"dim|axis|axes|channel_dim|dim_\d|\w*_axis", literal(-1)),
    (r"in_chans?|img_channels|image_channels", literal(3)),
    (
        r"(\w*(dims?|channels?|chs?|planes|features|feats|filters|width|hidden|units|_?size|_len|length|classes)"
        r"|d_model|d_k|d_v|len|nc|nf|ndf|ngf|nz|ninp|nhid|ntoken|d|num|n|m|k|N|M|K|B|T|C|L|D)",
        literal(WIDTH),
    ),
    (r"(num|n|max|min)_\w+|\w+_(dim|num|size|len|length|count)", literal(WIDTH)),
    (r"p|dropout\w*|drop\w*|\w*_(drop|dropout|prob|rate)|prob\w*", literal(0.0)),
    (r"lr|learning_rate|eps\w*|epsilon|tol\w*|\w*_eps", literal(1e-3)),
    (
        r"tau|temp\w*|lam\w*|\w*coef\w*|momentum|decay|rate|alpha|beta|gamma|delta|margin|threshold|thresh\w*|scale"
        r"|smoothing|sigma|weight_decay|\w*_(scale|weight|factor|std|alpha|beta|gamma|coeff?)|beta_?\d|power|slope|clip\w*"
        r"|std|var|low|high|a|b|c",
        literal(0.5),
    ),
    (
        r"(use|with|is|has|return|do|enable|apply|add|no|not|only|require|allow|should|train|training|verbose|bias|qkv_bias"
        r"|bidirectional|inplace|keepdim|normalize|causal|affine|debug|log|largest|sorted|align_corners|stochastic"
        r"|deterministic|reverse|logits_input)(_\w+)?",
        literal(False),
    ),
)
_TENSOR_NAMES: tuple[tuple[str, Spec], ...] = (
    (r"\w*(images?|imgs?|im|pixel_values|frames?|rgb|picture|pixels|patch(es)?)\d?", _IMAGE),
    (r"\w*(labels?|gt|classes|class_ids)", of_rank(1, "long").reshaped(BATCH)),
    (r"\w*(mask|masks|padding|valid|keep)", of_rank(2, "bool")),
    (r"\w*(idx|ids|index|indices|tokens?|input_ids|actions?|idxs|inds)", of_rank(2, "long")),
    (r"edge_index", tensor(2, LENGTH, dtype="long")),
    (r"(t|timesteps?|timestep)", tensor(BATCH)),
    (r"\w*(boxes|bboxes?)\d?", tensor(BATCH, LENGTH, 4)),
    (r"\w*(points?|pts|coords|xyz|vertices|translations?)\d?", tensor(BATCH, LENGTH, 3)),
    (r"\w*(rotation|rot|homography|H|K|R|intrinsics|camera_matrix|rotation_matrix)\w*", tensor(BATCH, 3, 3)),
    (r"\w*(quaternion|quat|q)\d?", tensor(BATCH, 4)),
    (
        r"(q|k|v|query|key|value|queries|keys|values|hidden_states|encoder_hidden_states|src|tgt|context|memory|seq\w*"
        r"|sequence|embeddings|tokens_emb)",
        of_rank(3),
    ),
)


def tensor_named(name: str) -> Spec:
    """The tensor a name suggests, if it is a tensor at all."""
    plain = name.lower().strip("_")
    for pattern, spec in _TENSOR_NAMES:
        if re.fullmatch(pattern, plain):
            return spec
    return of_rank(2)


def named(name: str) -> Spec | None:
    """The value that a name suggests when nothing else is known, or None if it says nothing."""
    plain = name.strip("_")
    for pattern, spec in _BY_NAME:
        if re.fullmatch(pattern, plain) or re.fullmatch(pattern, plain.lower()):
            return spec
    return None


def sizes_named(name: str, count: int = 2) -> Spec:
    """Several numbers of the kind that a name suggests."""
    one = named(name) or named(name.rstrip("s")) or literal(WIDTH)
    return sequence("tuple", *([one if one.kind == "literal" else literal(WIDTH)] * count))
