"""The columns of anything with the Arrow C stream interface (polars, DuckDB, pyarrow, nanoarrow ...), without pyarrow.

Source: Apache Arrow, "The Arrow C data interface", "The Arrow C stream interface", "The Arrow PyCapsule interface".
"""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from typing import Any

import numpy as np
import numpy.typing as npt

_NUMBERS = {"c": "i1", "C": "u1", "s": "i2", "S": "u2", "i": "i4", "I": "u4", "l": "i8", "L": "u8", "e": "f2", "f": "f4", "g": "f8"}
_TICKS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}


class _Schema(ctypes.Structure):
    pass


_Schema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64), ("child_count", c_int64),
    ("children", POINTER(POINTER(_Schema))), ("dictionary", POINTER(_Schema)),
    ("release", CFUNCTYPE(None, POINTER(_Schema))), ("private", c_void_p),
]


class _Array(ctypes.Structure):
    pass


_Array._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("buffer_count", c_int64), ("child_count", c_int64),
    ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(_Array))), ("dictionary", POINTER(_Array)),
    ("release", CFUNCTYPE(None, POINTER(_Array))), ("private", c_void_p),
]


class _Stream(ctypes.Structure):
    pass


_Stream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Schema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Array))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(_Stream))),
    ("release", CFUNCTYPE(None, POINTER(_Stream))), ("private", c_void_p),
]


class _Batch:
    """Rows, released when the last view of their numbers is freed."""

    def __init__(self) -> None:
        self.array = _Array()

    def __del__(self) -> None:
        if self.array.release:
            self.array.release(ctypes.byref(self.array))


class Unreadable:
    """A column that is not numbers; an error only if its values are requested."""

    def __init__(self, name: str, kind: str) -> None:
        self.name, self.kind = name, kind

    def __array__(self, dtype: Any = None, copy: Any = None) -> npt.NDArray[Any]:
        raise ValueError(f"table: {self.name}: expected numbers, found {self.kind}")


def has_stream(source: Any) -> bool:
    """Whether a source has the interface; a pandas.DataFrame, whose columns are arrays already, is read without it."""
    return hasattr(source, "__arrow_c_stream__") and not hasattr(source, "iloc")


def columns(source: Any) -> dict[str, Any]:
    """The columns by their name, with the unit of their metadata, `gyro_x [deg/s]`, unless the name has one.

    A column of one chunk without nulls is a view of the source's memory. Nulls of floating-point numbers are NaN. Lists of three
    or four numbers become columns with x, y, z or w, x, y, z at the end of their name.
    """
    capsule = source.__arrow_c_stream__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = c_void_p, [ctypes.py_object, c_char_p]
    stream = _Stream.from_address(pointer(capsule, b"arrow_array_stream"))
    schema, batches = _Schema(), []
    _check(stream, stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
    try:
        while True:
            batch = _Batch()
            _check(stream, stream.get_next(ctypes.byref(stream), ctypes.byref(batch.array)))
            if not batch.array.release:
                break
            batches.append(batch)
        found: dict[str, Any] = {}
        for index in range(schema.child_count):
            field = schema.children[index].contents
            name = (field.name or b"").decode(errors="replace")
            parts = _column(name, field, [(batch, batch.array.children[index].contents) for batch in batches])
            found |= {key: Unreadable(name, "two columns of this name") if key in found else part for key, part in parts.items()}
        return found
    finally:
        if schema.release:
            schema.release(ctypes.byref(schema))


def _check(stream: _Stream, status: int) -> None:
    if status:
        text = stream.get_last_error(ctypes.byref(stream)) or b"unknown error"
        raise ValueError(f"table: {text.decode(errors='replace')}")


def _column(name: str, field: _Schema, chunks: list[tuple[_Batch, _Array]]) -> dict[str, Any]:
    kind, unit = (field.format or b"").decode(), _unit(field)
    header = f"{name} [{unit}]" if unit and not name.endswith("]") else name
    if kind in ("+w:3", "+w:4") and _type(field.children[0].contents):
        width = int(kind[3:])
        parts = [_vectors(batch, chunk, field.children[0].contents, width) for batch, chunk in chunks]
        matrix = parts[0] if len(parts) == 1 else np.concatenate([np.empty((0, width)), *parts])
        axes = "xyz" if width == 3 else "wxyz"
        return {header.replace(name, f"{name}_{axis}", 1): matrix[:, index] for index, axis in enumerate(axes)}
    if field.dictionary or not _type(field):
        words = "a dictionary" if field.dictionary else "text" if kind in ("u", "U", "vu") else f"the Arrow type {kind!r}"
        return {header: Unreadable(name, words)}
    arrays = [_numbers(batch, chunk, field, chunk.offset + batch.array.offset, batch.array.length) for batch, chunk in chunks]
    if len(arrays) == 1:
        return {header: arrays[0]}
    return {header: np.concatenate(arrays) if arrays else np.empty(0, _type(field))}


def _type(field: _Schema) -> str | None:
    """The NumPy type of a field of numbers or timestamps."""
    kind = (field.format or b"").decode()
    if kind == "b":
        return "?"
    if kind.startswith("ts"):
        return f"M8[{_TICKS[kind[2]]}]"
    return _NUMBERS.get(kind)


def _unit(field: _Schema) -> str | None:
    """The unit in the metadata: pairs of texts, each behind its length, behind their number."""
    if not field.metadata:
        return None
    place = field.metadata

    def number() -> int:
        nonlocal place
        place += 4
        return ctypes.c_int32.from_address(place - 4).value

    def text() -> bytes:
        nonlocal place
        size = number()
        place += size
        return ctypes.string_at(place - size, size)

    pairs = {text(): text() for _ in range(number())}
    unit = pairs.get(b"unit")
    return None if unit is None else unit.decode(errors="replace")


def _memory(owner: _Batch, address: int, size: int, kind: str) -> npt.NDArray[Any]:
    """Bytes of an array as numbers; they keep their owner."""
    if size == 0:
        return np.empty(0, kind)
    memory = (ctypes.c_char * size).from_address(address)
    memory.owner = owner  # type: ignore[attr-defined]
    array = np.frombuffer(memory, dtype=kind)
    array.flags.writeable = False
    return array


def _bits(owner: _Batch, address: int, offset: int, length: int) -> npt.NDArray[np.bool_]:
    packed = _memory(owner, address, (offset + length + 7) // 8, "u1")
    return np.unpackbits(packed, bitorder="little")[offset : offset + length].astype(bool)


def _numbers(owner: _Batch, chunk: _Array, field: _Schema, offset: int, length: int) -> npt.NDArray[Any]:
    kind = _type(field) or "u1"
    if kind == "?":
        array = _bits(owner, chunk.buffers[1], offset, length) if length else np.empty(0, bool)
    else:
        size = np.dtype(kind).itemsize
        array = _memory(owner, (chunk.buffers[1] or 0) + offset * size, length * size, kind)
    if chunk.null_count == 0 or not chunk.buffers[0] or not length:
        return array
    present = _bits(owner, chunk.buffers[0], offset, length)
    if present.all():
        return array
    if array.dtype.kind == "M":
        return np.where(present, array, np.datetime64("NaT"))
    return np.where(present, array, array.dtype.type(np.nan) if array.dtype.kind == "f" else np.nan)


def _vectors(batch: _Batch, chunk: _Array, field: _Schema, width: int) -> npt.NDArray[Any]:
    inner, offset = chunk.children[0].contents, chunk.offset + batch.array.offset
    matrix = _numbers(batch, inner, field, inner.offset + offset * width, batch.array.length * width).reshape(-1, width)
    if chunk.null_count == 0 or not chunk.buffers[0] or not batch.array.length:
        return matrix
    present = _bits(batch, chunk.buffers[0], offset, batch.array.length)
    return np.where(present[:, None], matrix, np.nan)
