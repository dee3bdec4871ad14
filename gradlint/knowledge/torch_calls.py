"""How to call the PyTorch operations whose arguments cannot be guessed.

One line per operation: `name: call | variant: call`; an indented line goes on. The variant `number` is a
call with a Python number in place of a tensor, `method` is for methods whose order of arguments differs
from the function's. Any other variant is an overload with facts of its own, listed as `name.variant`
beside the merged `name` where the two differ.
"""

from __future__ import annotations

CALLS = """
__getitem__: mat, 0 | mask: mat, mask2 | index: mat, index
__floordiv__: vec, vec2 | number: vec, 2
adaptive_avg_pool1d: seq, 2
adaptive_max_pool1d: seq, 2
addbmm: mat, batch, batch2
addcdiv: vec, vec2, vec3
addcmul: vec, vec2, vec3
addmm: mat, mat2, mat3
addmv: vec, mat, vec2
addr: mat, vec, vec2
all: vec | dim: mat, 0
alpha_dropout: mat, 0.5, True
amax: mat | dim: mat, 0
amin: mat | dim: mat, 0
aminmax: mat | dim: mat, dim=0
any: vec | dim: mat, 0
as_strided: mat, (2, 2), (1, 2)
as_strided_scatter: mat, mat2, (3, 3), (3, 1)
avg_pool1d: seq, 2
baddbmm: batch, batch2, batch3
batch_norm: seq, four, four2, None, None, True, 0.1, 1e-5, False
bernoulli: vec
bilinear: tall, tall2, cube3, None
bincount: index | weights: index, vec
block_diag: mat, mat2
bmm: batch, batch2
broadcast_tensors: vec, mat
broadcast_to: vec, (2, 3)
bucketize: vec, vec2
cartesian_prod: vec, vec2
cat: [mat, mat2]
cdist: mat, mat2
celu: signed
chain_matmul: mat, mat2
channel_shuffle: image, 2
cholesky: spd
cholesky_inverse: lower
cholesky_solve: mat, lower
chunk: mat, 2
clamp: vec, 0.35, 0.8 | tensor: vec, vec2, vec3
clamp_max: vec, vec2 | number: vec, 0.7
clamp_min: vec, vec2 | number: vec, 0.4
clip: vec, 0.35, 0.8 | tensor: vec, vec2, vec3
column_stack: [mat, mat2]
combinations: vec
complex: vec, vec2
concat: [mat, mat2]
concatenate: [mat, mat2]
constant_pad_nd: vec, (1, 1)
conv1d: seq, kernel1, four
conv2d: image, kernel2, four
conv3d: volume, kernel3, four
conv_tbc: seq, tbc, four
conv_transpose1d: seq, kernel1, four
conv_transpose2d: image, kernel2, four
conv_transpose3d: volume, kernel3, four
copy_: vec, vec2
cosine_embedding_loss: mat, mat2, signs
cosine_similarity: mat, mat2
cross: mat, mat2, dim=1
ctc_loss: seq, const.targets, const.lengths, const.lengths2
cummax: mat, 0
cummin: mat, 0
cumprod: mat, 0
cumsum: mat, 0
cumulative_trapezoid: vec | other: vec, vec2
detach: vec
diagonal_scatter: mat, vec
dist: vec, vec2
div: vec, vec2 | number: vec, 2
  | floor: vec, vec2, rounding_mode='floor' | trunc: vec, vec2, rounding_mode='trunc'
divide: vec, vec2 | number: vec, 2
dropout: mat, 0.5, True
dsplit: batch, [1]
dstack: [mat, mat2]
einsum: 'ij,jk->ik', mat, mat2
embedding: mat, index
expand: vec, (2, 3)
expand_as: vec, mat
feature_alpha_dropout: seq, 0.5, True
feature_dropout: seq, 0.5, True
fill: vec, 1.0
full_like: vec, 1.0
randint_like: vec, 5
fill_: vec, 1.0
fill_diagonal_: mat, 1.0
flip: mat, [0]
floor_divide: vec, vec2 | number: vec, 2
fmod: vec, vec2 | number: vec, 0.25
fake_quantize_per_tensor_affine: vec, 0.1, 0, -128, 127
gather: mat, 0, index2
grid_sampler: image, flow, 0, 0, True
group_norm: image, 2, four, four2
gru_cell: mat, mat2, gates3, gates3
geometric_: vec, 0.5
hardshrink: vec
heaviside: vec, vec2
hinge_embedding_loss: vec, signs
histc: vec
histogram: vec, 3
histogramdd: tall, [2, 2, 2]
hsplit: mat, [1]
hstack: [mat, mat2]
index_add: mat, 0, index, mat2
index_copy: mat, 0, index, mat2
index_fill: mat, 0, rows, 1.0
index_put: mat, (index,), mat2
index_reduce: mat, 0, index, mat2, 'prod'
index_select: mat, 0, index
instance_norm: image, four, four2, None, None, True, 0.1, 1e-5, False
isin: vec, vec2
istft: spectrum, 8
kl_div: vec, vec2
kthvalue: mat, 2
layer_norm: mat, (3,), vec, vec2
lerp: vec, vec2, 0.3 | tensor: vec, vec2, vec3
logsumexp: mat, 0
log_softmax: mat, 0
lstm_cell: mat, (mat2, mat3), gates4, gates4
lu_solve: mat, lu, pivots
lu_unpack: lu, pivots
margin_ranking_loss: vec, vec2, signs
masked_fill: mat, mask2, 0.5
masked_scatter: mat, mask2, mat2
masked_select: mat, mask2
matmul: mat, mat2 | vector: mat, vec
matrix_power: mat, 3
max: vec | dim: mat, 0 | other: vec, vec2
max_pool1d: seq, 2
max_pool1d_with_indices: seq, 2
max_pool2d: image, 2
max_pool3d: volume, 2
mean: vec | dim: mat, 0
median: vec | dim: mat, 0
meshgrid: vec, vec2
min: vec | dim: mat, 0 | other: vec, vec2
mode: mat, 0
moveaxis: batch, 0, 1
movedim: batch, 0, 1
multinomial: vec, 2
mv: mat, vec
mvlgamma: large, 2
nanmedian: vec | dim: mat, 0
nanquantile: vec, 0.5
narrow: mat, 0, 0, 2
narrow_copy: mat, 0, 0, 2
native_batch_norm: seq, four, four2, None, None, True, 0.1, 1e-5
native_channel_shuffle: image, 2
native_dropout: mat, 0.5, True
native_group_norm: image, four, four2, 2, 4, 36, 2, 1e-5
native_layer_norm: mat, (3,), vec, vec2, 1e-5
native_norm: vec
new_full: vec, (2,), 1.0
new_tensor: vec, vec2
norm: vec | dim: mat, dim=0 | p1: vec, 1
normal: vec, vec2
normal_: vec
orgqr: mat, vec
ormqr: mat, vec, mat2
pairwise_distance: mat, mat2
permute: batch, (2, 0, 1)
pixel_shuffle: image, 2
pixel_unshuffle: image, 2
poisson: vec
poisson_nll_loss: vec, vec2, True, False, 1e-8, 1
polar: vec, vec2
polygamma: 1, vec | method: vec, 1
pow: vec, vec2 | number: vec, 2
prelu: signed, single
prod: vec | dim: mat, 0
put: mat, index, vec
put_: mat, index, vec
quantile: vec, 0.5
real: spectrum1
imag: spectrum1
renorm: mat, 2, 0, 1.0
repeat: vec, 2
repeat_interleave: vec, 2
requires_grad_: vec
reshape: mat, (9,)
reshape_as: mat, nine
resize_: mat, (9,)
resize_as_: mat, mat2
rms_norm: mat, (3,), vec
rnn_relu_cell: mat, mat2, mat3, mat3
rnn_tanh_cell: mat, mat2, mat3, mat3
roll: mat, 1
rot90: mat
rrelu: signed
rsub: vec, vec2 | number: vec, 2
scatter: mat, 0, corner, small | number: mat, 0, corner, 0.5
scatter_add: mat, 0, corner, small
scatter_reduce: mat, 0, corner, small, 'sum'
searchsorted: vec, vec2
select: mat, 0, 1
select_scatter: mat, vec, 0, 1
set_: vec
slice_scatter: mat, mat2
softmax: mat, 0
sort: mat
split: mat, 1
split_with_sizes: mat, [1, 2]
squeeze: vec | dim: mat, 0
stack: [mat, mat2]
std: vec | dim: mat, 0
std_mean: vec | dim: mat, 0
stft: long, 8, return_complex=True
sum: vec | dim: mat, 0
sum_to_size: mat, (1, 3)
svd: mat
swapaxes: mat, 0, 1
swapdims: mat, 0, 1
take: mat, index
take_along_dim: mat, index2, 0
tensor_split: mat, 2
tensordot: mat, mat2, 1
threshold: vec, 0.4, 0.0
tile: vec, (2,)
to: vec, float64 | cast: vec, float32
topk: mat, 2
transpose: mat, 0, 1
trapezoid: vec | other: vec, vec2
trapz: vec | other: vec, vec2
triangular_solve: mat, lower
triplet_margin_loss: mat, mat2, mat3
type: vec, float64 | cast: vec, float32
type_as: vec, vec2
unbind: mat
unflatten: vec6, 0, (2, 3)
unfold: vec6, 0, 2, 2
unique: vec
unique_consecutive: vec
unravel_index: index, (3, 3)
unsafe_chunk: mat, 2
unsafe_split: mat, 1
unsafe_split_with_sizes: mat, [1, 2]
unsqueeze: vec, 0
vander: vec
var: vec | dim: mat, 0
var_mean: vec | dim: mat, 0
view: mat, (9,) | dtype: vec, float64
view_as: mat, mat2
view_as_complex: pair
view_as_real: spectrum1
vsplit: mat, [1]
vstack: [mat, mat2]
row_stack: [mat, mat2]
where: mask, vec, vec2 | number: mask, vec, 0.5 | method: vec, mask, vec2
xlogy: vec, vec2 | number: vec, 2
fft.fftshift: vec
fft.ifftshift: vec
fft.hfft: spectrum1
fft.irfft: spectrum1
fft.hfft2: spectrum
fft.irfft2: spectrum
fft.hfftn: spectrum
fft.irfftn: spectrum
linalg.cholesky: spd
linalg.cholesky_ex: spd
linalg.cond: mat
linalg.cross: mat, mat2
linalg.det: mat
linalg.eig: mat
linalg.eigh: spd
linalg.eigvals: mat
linalg.eigvalsh: spd
linalg.householder_product: mat, vec
linalg.inv: mat
linalg.ldl_factor: spd
linalg.ldl_factor_ex: spd
linalg.ldl_solve: spd, pivots, mat
linalg.lstsq: mat, mat2
linalg.lu: mat
linalg.lu_factor: mat
linalg.lu_solve: lu, pivots, mat
linalg.matrix_norm: mat
linalg.matrix_power: mat, 3
linalg.multi_dot: [mat, mat2, mat3]
linalg.norm: vec | matrix: mat | dim: mat, dim=0
linalg.qr: mat
linalg.slogdet: mat
linalg.solve: mat, mat2
linalg.solve_ex: mat, mat2
linalg.solve_triangular: lower, mat, upper=False
linalg.svd: mat
linalg.svdvals: mat
linalg.tensorinv: mat, 1
linalg.tensorsolve: mat, vec
linalg.vander: vec
linalg.vecdot: mat, mat2
linalg.vector_norm: vec | dim: mat, dim=0
nn.functional.adaptive_avg_pool1d: seq, 2
nn.functional.adaptive_avg_pool2d: image, 2
nn.functional.adaptive_avg_pool3d: volume, 2
nn.functional.adaptive_max_pool1d: seq, 2
nn.functional.adaptive_max_pool2d: image, 2
nn.functional.adaptive_max_pool3d: volume, 2
nn.functional.adaptive_max_pool1d_with_indices: seq, 2
nn.functional.adaptive_max_pool2d_with_indices: image, 2
nn.functional.adaptive_max_pool3d_with_indices: volume, 2
nn.functional.affine_grid: theta, (2, 4, 6, 6), align_corners=False
nn.functional.alpha_dropout: mat, 0.5, True
nn.functional.avg_pool1d: seq, 2
nn.functional.avg_pool2d: image, 2
nn.functional.avg_pool3d: volume, 2
nn.functional.batch_norm: image, const.four, const.four2, four, four2, True
  | eval: image, const.four, const.four2, four, four2, False
nn.functional.bilinear: tall, tall2, cube3
nn.functional.binary_cross_entropy: vec, vec2
nn.functional.channel_shuffle: image, 2
nn.functional.conv1d: seq, kernel1, four
nn.functional.conv2d: image, kernel2, four
nn.functional.conv3d: volume, kernel3, four
nn.functional.conv_tbc: seq, tbc, four
nn.functional.conv_transpose1d: seq, kernel1, four
nn.functional.conv_transpose2d: image, kernel2, four
nn.functional.conv_transpose3d: volume, kernel3, four
nn.functional.cosine_embedding_loss: mat, mat2, signs
nn.functional.cosine_similarity: mat, mat2
nn.functional.cross_entropy: tall, labels | soft: tall, tall2
nn.functional.ctc_loss: seq, const.targets, const.lengths, const.lengths2
nn.functional.dropout: mat
nn.functional.dropout1d: seq
nn.functional.dropout2d: image
nn.functional.dropout3d: volume
nn.functional.embedding: index, mat
nn.functional.embedding_bag: index2, mat
nn.functional.feature_alpha_dropout: seq, 0.5, True
nn.functional.fold: columns, (4, 4), (2, 2)
nn.functional.fractional_max_pool2d: image, 2, output_size=3
nn.functional.fractional_max_pool3d: volume, 2, output_size=2
nn.functional.fractional_max_pool2d_with_indices: image, 2, output_size=3
nn.functional.fractional_max_pool3d_with_indices: volume, 2, output_size=2
nn.functional.gaussian_nll_loss: vec, vec2, vec3
nn.functional.glu: pair
nn.functional.grid_sample: image, flow, align_corners=False
nn.functional.group_norm: image, 2, four, four2
nn.functional.gumbel_softmax: mat | hard: mat, hard=True
nn.functional.hinge_embedding_loss: vec, signs
nn.functional.instance_norm: image
nn.functional.interpolate: image, scale_factor=2 | bilinear: image, scale_factor=2, mode='bilinear'
nn.functional.kl_div: vec, vec2
nn.functional.layer_norm: mat, (3,) | affine: mat, (3,), vec, vec2
nn.functional.linear: tall, mat | bias: tall, mat, vec
nn.functional.linear_cross_entropy: tall, mat, labels
nn.functional.local_response_norm: image, 2
nn.functional.log_softmax: mat, 0
nn.functional.lp_pool1d: seq, 2, 2
nn.functional.lp_pool2d: image, 2, 2
nn.functional.lp_pool3d: volume, 2, 2
nn.functional.margin_ranking_loss: vec, vec2, signs
nn.functional.max_pool1d: seq, 2
nn.functional.max_pool2d: image, 2
nn.functional.max_pool3d: volume, 2
nn.functional.max_pool1d_with_indices: seq, 2
nn.functional.max_pool2d_with_indices: image, 2
nn.functional.max_pool3d_with_indices: volume, 2
nn.functional.max_unpool1d: seq, const.places1, 2
nn.functional.max_unpool2d: image, const.places2, 2
nn.functional.max_unpool3d: volume, const.places3, 2
nn.functional.multi_margin_loss: tall, labels
nn.functional.multi_head_attention_forward: batch, batch2, batch3,
  3, 1, gates3, nine, None, None, False, 0.0, mat, vec
nn.functional.multilabel_margin_loss: mat, const.classes
nn.functional.multilabel_soft_margin_loss: mat, unit
nn.functional.nll_loss: tall, labels
nn.functional.normalize: mat
nn.functional.one_hot: index
nn.functional.pad: vec, (1, 1)
nn.functional.pairwise_distance: mat, mat2
nn.functional.pixel_shuffle: image, 2
nn.functional.pixel_unshuffle: image, 2
nn.functional.poisson_nll_loss: vec, vec2
nn.functional.prelu: signed, single
nn.functional.relu: signed
nn.functional.rms_norm: mat, (3,), vec
nn.functional.rrelu: signed | train: signed, training=True
nn.functional.scaled_dot_product_attention: heads, heads2, heads3
nn.functional.soft_margin_loss: vec, signs
nn.functional.softmax: mat, 0
nn.functional.softmin: mat, 0
nn.functional.threshold: vec, 0.4, 0.0
nn.functional.triplet_margin_loss: mat, mat2, mat3
nn.functional.triplet_margin_with_distance_loss: mat, mat2, mat3
nn.functional.unfold: image, (2, 2)
nn.functional.upsample: image, scale_factor=2
nn.functional.upsample_bilinear: image, scale_factor=2
nn.functional.upsample_nearest: image, scale_factor=2
special.log_softmax: mat, 0
special.logsumexp: mat, 0
special.multigammaln: large, 2
special.polygamma: 1, vec
special.softmax: mat, 0
special.xlogy: vec, vec2 | number: vec, 2
special.xlog1py: vec, vec2 | number: vec, 2
special.zeta: large, vec2
"""


def parse(text: str) -> dict[str, dict[str, str]]:
    """Operation -> variant -> call; the plain call is the variant ""."""
    table: dict[str, dict[str, str]] = {}
    for line in text.replace("\n  ", " ").strip().splitlines():
        name, _, calls = line.partition(": ")
        plain, *others = calls.split(" | ")
        table[name] = {"": plain} | dict(other.split(": ", 1) for other in others)
    return table
