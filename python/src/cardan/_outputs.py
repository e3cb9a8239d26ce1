"""The memory of results."""

from __future__ import annotations

import ctypes
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _library as c
from ._result import WIDTHS, Result

if TYPE_CHECKING:
    from ._options import FilterOptions

#: The library's names of outputs, where different.
_FIELDS = {"gyro_bias": "gyroscope_bias"}


class Block:
    """Memory for arrays, reused when the last of them is freed: new pages of the system cost a third of a filter's time. The
    largest free block up to 64 MB is kept; malloc keeps up to 32 MB.

    >>> array = np.asarray(Block(40 << 20))
    >>> place = array.ctypes.data
    >>> del array
    >>> np.asarray(Block(30 << 20)).ctypes.data == place
    True
    """

    LARGEST_KEPT = 64 << 20
    # At most one; taking and giving back are atomic.
    _kept: deque[npt.NDArray[np.uint8]] = deque(maxlen=1)

    def __init__(self, size: int) -> None:
        kept = self._take()
        # A small result does not keep a large block alive.
        fits = kept is not None and size <= kept.size <= 2 * size
        if not fits:
            self._give(kept)
        self._memory = kept if kept is not None and fits else np.empty(size, np.uint8)
        # NumPy arrays keep a reference to this object.
        self.__array_interface__ = {**self._memory.__array_interface__, "shape": (size,)}

    def __del__(self) -> None:
        if self._memory.size <= self.LARGEST_KEPT:
            kept = self._take()
            self._give(kept if kept is not None and kept.size > self._memory.size else self._memory)

    def _take(self) -> npt.NDArray[np.uint8] | None:
        try:
            return self._kept.pop()
        except IndexError:
            return None

    def _give(self, memory: npt.NDArray[np.uint8] | None) -> None:
        if memory is not None:
            self._kept.append(memory)


class Outputs:
    """The memory for the results of recordings: one array for each output, with the recordings one after the other.

    All arrays share one block: page by page, many small ones cost as much as a filter.
    """

    def __init__(self, total: int, names: tuple[str, ...], dtype: npt.DTypeLike, options: FilterOptions) -> None:
        kinds = {name: np.dtype(np.uint32 if name == "flags" else dtype) for name in names}
        # Each array begins at a multiple of 64 bytes.
        sizes = {name: -(-total * WIDTHS[name] * kind.itemsize // 64) * 64 for name, kind in kinds.items()}
        block = np.asarray(Block(sum(sizes.values())))
        self._arrays, start = {}, 0
        for name, kind in kinds.items():
            numbers = block[start : start + total * WIDTHS[name] * kind.itemsize].view(kind)
            self._arrays[name] = numbers if WIDTHS[name] == 1 else numbers.reshape(total, WIDTHS[name])
            start += sizes[name]
        self._described = {_FIELDS.get(name, name): _arrays.described(array) for name, array in self._arrays.items()}
        self._start = 0
        self._method = (options.method, options.frame)

    def result(self, count: int, timestamps: npt.NDArray[Any] | float) -> tuple[Result, c.Results]:
        """The next `count` rows, as a result and as the library's struct."""
        rows = slice(self._start, self._start + count)
        places = {
            name: c.Array(array.data + self._start * array.row_stride, array.row_stride, array.column_stride, array.element)
            for name, array in self._described.items()
        }
        self._start += count
        arrays = {name: array[rows] for name, array in self._arrays.items()}
        return Result(count, timestamps, arrays, *self._method), c.Results(size=ctypes.sizeof(c.Results), **places)
