"""Few random bytes stretched to many, by ChaCha20 (RFC 8439): as the operating system answers one long read, whose
bytes come from one key, but without the way through the system.

For what takes more than the generator gives in time, such as shuffles by the thousand million. A table never uses it.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.analysis.split.kernel import kernel

KEY: Final = 32
NONCE: Final = 12
BLOCK: Final = 64
MOST: Final = BLOCK << 32  # bytes of one key and nonce: the counter has 32 bits
SIGMA: Final = b"expand 32-byte k"
BLOCKS_AT_ONCE: Final = 128
DOUBLE_ROUNDS: Final = 10
COUNTER: Final = 12  # the word that holds the counter

U4 = np.uint32
Halves = npt.NDArray[np.uint32]  # of words


def stretched(key: bytes, count: int, *, counter: int = 0, nonce: bytes = bytes(NONCE)) -> npt.NDArray[np.uint8]:
    if len(key) != KEY or len(nonce) != NONCE:
        raise ValueError(f"a key of {len(key)} bytes and a nonce of {len(nonce)}: {KEY} and {NONCE}")
    if counter * BLOCK + count > MOST:
        raise ValueError(f"{count:,} bytes of one key: at most {MOST - counter * BLOCK:,}")
    start = np.frombuffer(SIGMA + key + counter.to_bytes(4, "little") + nonce, "<u4").astype(U4)
    blocks = np.empty((-(-count // BLOCK), BLOCK // 4), U4)
    write_blocks(start, blocks)
    return blocks.astype("<u4", copy=False).reshape(-1).view(np.uint8)[:count]


@kernel
def write_blocks(start: Halves, blocks: Halves) -> None:
    """One block after another; many are worked on side by side."""
    state = np.empty((len(start), BLOCKS_AT_ONCE), U4)
    for first in range(0, len(blocks), BLOCKS_AT_ONCE):
        for word in range(len(start)):
            for block in range(BLOCKS_AT_ONCE):
                state[word, block] = start[word]
        for block in range(BLOCKS_AT_ONCE):
            state[COUNTER, block] += U4(first + block)
        for _ in range(DOUBLE_ROUNDS):
            for column in range(4):
                _quarter_round(state, column, 4 + column, 8 + column, 12 + column)
            for diagonal in range(4):
                after = diagonal + 1
                _quarter_round(state, diagonal, 4 + after % 4, 8 + (after + 1) % 4, 12 + (after + 2) % 4)
        for word in range(len(start)):
            for block in range(min(BLOCKS_AT_ONCE, len(blocks) - first)):
                blocks[first + block, word] = state[word, block] + start[word]
        for block in range(min(BLOCKS_AT_ONCE, len(blocks) - first)):
            blocks[first + block, COUNTER] += U4(first + block)


@kernel
def _quarter_round(state: Halves, a: int, b: int, c: int, d: int) -> None:
    for block in range(state.shape[1]):
        p, q, r, s = state[a, block], state[b, block], state[c, block], state[d, block]
        p = U4(p + q)
        s = U4(s ^ p)
        s = U4((s << U4(16)) | (s >> U4(16)))
        r = U4(r + s)
        q = U4(q ^ r)
        q = U4((q << U4(12)) | (q >> U4(20)))
        p = U4(p + q)
        s = U4(s ^ p)
        s = U4((s << U4(8)) | (s >> U4(24)))
        r = U4(r + s)
        q = U4(q ^ r)
        q = U4((q << U4(7)) | (q >> U4(25)))
        state[a, block], state[b, block], state[c, block], state[d, block] = p, q, r, s
