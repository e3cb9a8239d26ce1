"""Results as files."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ._describe import Flags

if TYPE_CHECKING:
    from ._result import Result

# Rows that are text at the same time.
_BLOCK = 65536


def save(result: Result, path: str | os.PathLike[str]) -> None:
    """Write the columns of a result; see `Result.save`."""
    target = Path(path)
    write = _FORMATS.get(target.suffix.lower())
    if write is None:
        raise ValueError(f"{target}: unknown ending {target.suffix!r}; expected one of: {', '.join(_FORMATS)}")
    partial = target.with_name(f"{target.name}.partial")
    try:
        write(result, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _csv(result: Result, path: Path) -> None:
    """The names and flags of `cardan fuse`; numbers from which the same values are read."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(result.columns())
        for first in range(0, len(result), _BLOCK):
            columns = result[first : first + _BLOCK].columns()
            texts = {name: column.tolist() for name, column in columns.items()}
            if "flags" in columns:
                names = {int(flags): str(Flags(int(flags))) for flags in np.unique(columns["flags"])}
                texts["flags"] = [names[flags] for flags in texts["flags"]]
            writer.writerows(zip(*texts.values()))


def _npz(result: Result, path: Path) -> None:
    with open(path, "wb") as file:
        np.savez(file, t=result.t, **{name: getattr(result, name) for name in result._outputs()})


def _arrow(result: Result, path: Path) -> None:
    import pyarrow

    table = result.to_arrow()
    with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)


def _parquet(result: Result, path: Path) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(result.to_arrow(), path)


_FORMATS: dict[str, Callable[[Result, Path], None]] = {".csv": _csv, ".npz": _npz, ".arrow": _arrow, ".parquet": _parquet}
