"""Repairs of shapes: what a message about sizes and axes asks for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from ..inputs.plan import Plan, Slot, describe
from ..inputs.spec import BATCH, LENGTH, RANKS, SIDE, WIDTH, literal, of_rank

Tries = Iterator[Plan]

_PAIRS = (
    # (pattern, group that holds what is there, group that holds what is wanted)
    (r"mat1 and mat2 shapes cannot be multiplied \(\d+x(\d+) and (\d+)x\d+\)", 1, 2),
    (r"to have (\d+) channels, but got (\d+) channels", 2, 1),
    (r"size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\)", 1, 2),
    (r"size of the tensor \((\d+)\) must match the existing size \((\d+)\)", 2, 1),
    (r"Expected size (\d+) but got size (\d+)", 2, 1),
    (r"Expected (\d+),? (?:but )?got (\d+)", 2, 1),
    (r"expected size (\d+), got (\d+)", 2, 1),
    (r"should contain (\d+) elements not (\d+)", 1, 2),
    (r"batch_size \((\d+)\) to match target batch_size \((\d+)\)", 2, 1),
    (r"size mismatch, got input \(\d+\), mat \(\d+x(\d+)\), vec \((\d+)\)", 2, 1),
    (
        r"Expected size for first two dimensions of batch2 tensor to be: \[\d+, (\d+)\] but got: \[\d+, (\d+)\]",
        2,
        1,
    ),
    (r"got \[(\d+)\] and \[(\d+)\]|shapes? .*?\((\d+),\).*?\((\d+),\)", 1, 2),
    (r"expected input to have (\d+) .*?got (\d+)", 2, 1),
    (r"weight of shape \[(\d+)\] and input of shape \[\d+, (\d+)", 2, 1),
    (r"same shape, got \((\d+),\) and \((\d+),\)", 2, 1),
    (r"size (\d+) is different from (\d+)", 1, 2),
    (r"not aligned: (\d+) \(dim \d\) != (\d+)", 2, 1),
    (r"In\[0\]: \[(?:\d+,)*(\d+)\], In\[1\]: \[(\d+),\d+\]", 1, 2),
    (r"input shape to have value (\d+), but received input with shape \((?:\w+, )*(\d+)\)", 2, 1),
    (r"Incompatible shapes: \[(?:\d+,)*(\d+)\] vs\. \[(?:\d+,)*(\d+)\]", 1, 2),
    (r"broadcasting: .*?\((?:\d+, )*(\d+),?\),? .*?\((?:\d+, )*(\d+),?\)", 1, 2),
    (r"broadcast together with shapes \((?:\d+,)*(\d+),?\) \((?:\d+,)*(\d+),?\)", 1, 2),
    (r"(\d+)\s*(?:!=|vs\.?|and|but got)\s*(\d+)", 1, 2),
)
_RANKS = (
    r"or (\d)D \(batched\)",
    r"expected (\d)D input",
    r"len\(dims\) = (\d)",
    r"must be a? ?(\d)-?D",
    r"expects? a (\d)D tensor",
    r"number of subscripts in the equation \((\d)\)",
    r"[Ee]xpected (\d)-?D",
    r"must be (\d)-?(?:D|dim)",
    r"(\d)D tensors? expected",
    r"(\d)-dimensional",
    r"should be (\d)-?D",
    r"(\d)-?D tensor",
    r"ndim=(\d), found",
)
_USUAL_SIDES = (28, 32, 48, 64, 80, 84, 96, 112, 128, 160, 224, 256, 299)
"""Images come in these; a flattened image fits only the size that a network was written for."""
_LETTERS = {
    "b": BATCH,
    "n": LENGTH,
    "c": 3,
    "h": SIDE,
    "w": SIDE,
    "d": SIDE // 2,
    "l": LENGTH,
    "t": LENGTH,
    "*": BATCH,
}
_WORD = r"['\"]?(?:\*?[A-Za-z_]\w{0,11}|\*|\d+|\.\.\.)['\"]?"
_SIZES = re.compile(rf"[\(\[]\s*({_WORD}(?:\s*,\s*{_WORD})+)\s*[\)\]]")
_CROSSES = re.compile(r"(?<!\w)((?:[A-Z]|\*)(?:x(?:[A-Z]|\d+))+)\b")


def shape_repairs(plan: Plan, blamed: list[Slot], message: str) -> Tries:
    """Plans with other shapes, the likeliest first."""
    if found := re.search(r"normalized_shape=\[([\d, ]+)\]", message):
        sizes = [int(one) for one in found[1].split(",")]
        for slot in _tensors(plan, blamed):
            shape = plan.get(slot).shape  # type: ignore[union-attr]
            yield _shaped(plan, slot, (*shape[: -len(sizes)], *sizes))
    for pattern, have, want in _PAIRS:
        if found := re.search(pattern, message):
            if found[have] and found[want] and found[have] != found[want]:
                yield from resized(plan, blamed, int(found[have]), int(found[want]))
    yield from _ranked(plan, blamed, message)
    for shape in [*_given_in_numbers(message), *shapes_in(message)]:
        for slot in _tensors(plan, blamed)[:4]:
            yield _shaped(plan, slot, shape)
    if re.search(r"square|diagonal|symmetric", message):
        for slot in _tensors(plan, blamed)[:3]:
            shape = plan.get(slot).shape  # type: ignore[union-attr]
            yield _shaped(plan, slot, (*shape[:-2], WIDTH, WIDTH))
    if re.search(
        r"too small|[Kk]ernel size can't be greater|more than 1 (?:value|spatial)|at least|should be less",
        message,
    ):
        for slot in _tensors(plan, blamed)[:3]:
            shape = plan.get(slot).shape  # type: ignore[union-attr]
            yield _shaped(plan, slot, tuple(size * 4 if at >= 2 else size for at, size in enumerate(shape)))
            yield _shaped(plan, slot, tuple(size * 4 if at else size for at, size in enumerate(shape)))
    if found := re.search(r"divisible by (?:\w+ ?[=(]? ?)?(\d+)?", message):
        yield from _divisible(plan, blamed, int(found[1]) if found[1] else None)
    if found := re.search(r"shape '\[([-\d, ]+)\]' is invalid for input of size (\d+)", message):
        yield from _viewed(plan, blamed, [int(one) for one in found[1].split(",")])


def _tensors(plan: Plan, blamed: list[Slot]) -> list[Slot]:
    return [slot for slot in blamed if (spec := plan.get(slot)) is not None and spec.kind == "tensor"]


def _shaped(plan: Plan, slot: Slot, shape: tuple[int, ...]) -> Plan:
    spec = plan.get(slot)
    assert spec is not None
    return plan.put(slot, replace(spec, shape=shape), f"{describe(slot)} has the shape {shape}")


def resized(plan: Plan, blamed: list[Slot], have: int, want: int) -> Tries:
    """Plans in which one size is another: first what is there becomes what is wanted, then the other way round."""
    for old, new in ((have, want), (want, have)):
        for slot in blamed:
            spec = plan.get(slot)
            if spec is None:
                continue
            if spec.kind == "tensor":
                for axis in reversed(range(len(spec.shape))):
                    if spec.shape[axis] == old:
                        yield _shaped(plan, slot, (*spec.shape[:axis], new, *spec.shape[axis + 1 :]))
            elif spec.kind == "literal" and spec.value == old and not isinstance(spec.value, bool):
                yield plan.put(slot, literal(new), f"{describe(slot)} is {new}")
    for slot in _tensors(plan, blamed):
        yield from _stretched(plan, slot, have, want)


def _stretched(plan: Plan, slot: Slot, have: int, want: int) -> Tries:
    """An image or sequence whose flattened size must change, and a last axis that does not show in the message."""
    shape = plan.get(slot).shape  # type: ignore[union-attr]
    if len(shape) == 4:
        guess = round(shape[-1] * math.sqrt(want / have)) if have else 0
        for side in sorted({guess, *_USUAL_SIDES}, key=lambda side: abs(side - guess))[:6]:
            if 0 < side <= 512:
                yield _shaped(plan, slot, (*shape[:2], side, side))
        yield _shaped(plan, slot, (shape[0], want, *shape[2:]))
    elif len(shape) == 3 and have and shape[-1] * want % have == 0:
        yield _shaped(plan, slot, (*shape[:-1], shape[-1] * want // have))
    if shape and shape[-1] != want:
        yield _shaped(plan, slot, (*shape[:-1], want))
    if have and shape and shape[-1] * want % have == 0 and shape[-1] * want // have != want:
        yield _shaped(plan, slot, (*shape[:-1], shape[-1] * want // have))


def _ranked(plan: Plan, blamed: list[Slot], message: str) -> Tries:
    """Plans with another number of axes."""
    wanted: list[int] = []
    for pattern in _RANKS:
        wanted.extend(int(found) for found in re.findall(pattern, message))
    if found := re.search(r"unpack \(expected (?:at least )?(\d)", message):
        wanted.append(int(found[1]))
    if found := re.search(
        r"Dimension out of range \(expected to be in range of \[-(\d), \d\], but got (-?\d)\)", message
    ):
        axis = int(found[2])
        wanted += [axis + 1 if axis >= 0 else -axis, int(found[1]) + 1]
    if found := re.search(
        r"too many indices for tensor of dimension (\d)|dimension specified as .* but tensor has no", message
    ):
        now = int(found[1] or 0)
        wanted += [now + 1, now + 2]
    if re.search(
        r"must be a matrix|tuple index out of range|1D tensors expected|must be batches of|2 dimensions",
        message,
    ):
        wanted += [2, 3, 4] if "tuple index" not in message else [3, 4]
    for rank in dict.fromkeys(wanted):
        for slot in _tensors(plan, blamed)[:4]:
            shape = plan.get(slot).shape  # type: ignore[union-attr]
            if rank != len(shape) and rank < 7:
                yield _shaped(plan, slot, of_other_rank(shape, rank))


def of_other_rank(shape: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """A shape with more or fewer axes; the last size of a sequence and the channels of an image are kept."""
    if rank <= len(shape):
        return shape[len(shape) - rank :] if rank else ()
    base = list(RANKS.get(rank, of_rank(rank).shape))
    if shape and shape[-1] not in (WIDTH, BATCH):
        base[1 if rank >= 4 else -1] = shape[-1]
    return tuple(base)


def _given_in_numbers(message: str) -> list[tuple[int, ...]]:
    """`must be (2, 2, 16, 16)`."""
    found = re.findall(r"(?:must|should) (?:be|have shape)[^\[(]{0,24}[\[(]((?:\d+,\s*)+\d+)[\])]", message)
    return [tuple(int(size) for size in text.split(",")) for text in found]


def shapes_in(message: str) -> list[tuple[int, ...]]:
    """Shapes that a message spells with letters: `(B, C, H, W)`, `Bx3xHxW`, `['B', 'N', '3']`."""
    found: list[tuple[int, ...]] = []
    for text in _SIZES.findall(message):
        words = [re.sub(r"[\\'\"\s]", "", word) for word in text.split(",")]
        if any(re.fullmatch(r"\*?[A-Za-z]\w*", word) for word in words):
            found.append(tuple(_size(word) for word in words if word not in ("...",)))
    for text in _CROSSES.findall(message):
        found.append(tuple(_size(word) for word in text.split("x")))
    return [shape for shape in dict.fromkeys(found) if len(shape) < 7]


def _size(word: str) -> int:
    if word.isdigit():
        return int(word)
    return _LETTERS.get(word[:1].lower(), WIDTH)


def _divisible(plan: Plan, blamed: list[Slot], by: int | None) -> Tries:
    numbers = [slot for slot in blamed if (spec := plan.get(slot)) and isinstance(spec.value, int)]
    factors = [by] if by else [2, 4]
    for factor in factors:
        for slot in numbers[:4]:
            spec = plan.get(slot)
            assert spec is not None
            if spec.kind == "literal" and not isinstance(spec.value, bool):
                yield plan.put(
                    slot, literal(max(1, spec.value) * factor), f"{describe(slot)} is a multiple of {factor}"
                )
        for slot in _tensors(plan, blamed)[:2]:
            shape = plan.get(slot).shape  # type: ignore[union-attr]
            for axis in reversed(range(len(shape))):
                if shape[axis] % factor:
                    yield _shaped(plan, slot, (*shape[:axis], shape[axis] * factor, *shape[axis + 1 :]))
    for slot in numbers[:4]:
        yield plan.put(slot, literal(1), f"{describe(slot)} is 1")


def _viewed(plan: Plan, blamed: list[Slot], sizes: list[int]) -> Tries:
    """`x.view(-1, 784)`: the last given size must fit."""
    for size in reversed([one for one in sizes if one > 1]):
        for slot in _tensors(plan, blamed)[:2]:
            shape = plan.get(slot).shape  # type: ignore[union-attr]
            if not shape:
                continue
            yield _shaped(plan, slot, (*shape[:-1], size))
            if (
                len(shape) == 4
                and size % shape[1] == 0
                and (side := math.isqrt(size // shape[1])) ** 2 == size // shape[1]
            ):
                yield _shaped(plan, slot, (shape[0], shape[1], side, side))
            if shape[-1] and size % shape[-1]:
                yield _shaped(plan, slot, (*shape[:-1], math.lcm(shape[-1], size)))


def other_ranks(plan: Plan, blamed: list[Slot]) -> Tries:
    """When no rule applies: inputs with more or fewer axes."""
    for slot in _tensors(plan, blamed)[:3]:
        spec = plan.get(slot)
        assert spec is not None
        for rank in (3, 4, 2, 1, 5, 0):
            if rank != len(spec.shape):
                yield _shaped(plan, slot, of_other_rank(spec.shape, rank))
