# framework: jax
# verdict: clean
# seen: three rounds on a board of 4, compiled and not: the same sums
import dataclasses
import json

import jax
import jax.numpy as jnp


def tree(**options):
    def decorate(cls):
        cls = dataclasses.dataclass(cls)
        names = [each.name for each in dataclasses.fields(cls)]
        form = list(options.get("form", ()))
        jax.tree_util.register_dataclass(cls, [each for each in names if each not in form], form)
        return cls

    return decorate


@tree(form=("size", "copies"))
class Board:
    cells: jax.Array
    size: int
    copies: int


def spread(board, extra):
    double = board.size * board.copies
    order = jnp.arange(double) % board.size
    kept = min(extra, double)
    return Board(board.cells + board.cells[order[:kept]].sum() / kept, board.size, board.copies)


def play(game):
    board = Board(jnp.ones(game["size"]), game["size"], game["copies"])
    _, last = jax.lax.while_loop(
        lambda state: state[0] < 3, lambda state: (state[0] + 1, spread(state[1], 6)), (0, board)
    )
    return last.cells


game = json.loads('{"size": 4, "copies": 2}')
found = jax.jit(lambda: play(game))()
assert jnp.allclose(found, 8.0), found
print("OBSERVED clean", found)
