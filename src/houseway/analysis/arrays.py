"""Kinds of whole numbers in arrays, by their size: what is counted with numpy alone needs no compiler to name them."""

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
