"""Arrow tables by pyarrow and polars.

  tables.py write FOLDER          writes a log in every form of table, and prints the paths
  tables.py rows FILE...          prints of each file its path, and timestamp (ns), gyroscope, accelerometer and magnetometer
                                  of each row; nan for null
  tables.py columns FILE          prints name, type, unit, number of nulls and values of each column
  tables.py polars FILE           prints the sum of each column
  tables.py damage FILE FOLDER N  writes damaged copies, and prints their paths and how many rows whole batches have
"""
import math
import sys

import damage
import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.ipc

SENSORS = {"gyro": "rad/s", "accel": "m/s^2", "mag": "uT"}


def reader(path):
    with open(path, "rb") as file:
        is_file = file.read(6) == b"ARROW1"
    return pa.ipc.open_file(path).read_all() if is_file else pa.ipc.open_stream(path).read_all()


def numbers(generator, count, kind):
    values = generator.normal(size=count).astype(kind)
    return pa.array(values, mask=generator.random(count) < 0.1)


def field(name, type_, unit):
    return pa.field(name, type_, metadata={"unit": unit})


def log(generator, count, kind, time):
    """Rows with nulls, each number in its own column, among columns of every other type."""
    stamps = np.arange(count) * 2500 + 1_700_000_000_000_000
    t = {"timestamp": pa.array(stamps.astype("datetime64[us]")), "int": pa.array(stamps * 1000),
         "float": pa.array((stamps - stamps[0]) / 1e6)}[time]
    unit = {"timestamp": "ignored", "int": "ns", "float": "s"}[time]
    words = [None if index % 7 == 0 else f"word {index % 5}" for index in range(count)]
    others = {
        "text": pa.array(words), "large": pa.array(words, pa.large_string()),
        "view": pa.array([word and word * 5 for word in words], pa.string_view()), "category": pa.array(words).dictionary_encode(),
        "list": pa.array([[1, 2]] * count), "nested": pa.array([{"a": 1, "b": {"c": "x"}}] * count),
        "none": pa.nulls(count), "decimal": pa.array([1] * count).cast(pa.decimal128(20)),
        "day": pa.array([0] * count, pa.date32()), "half": pa.array([np.float16(1)] * count),
        "many": pa.array([[1.0] * 5] * count, pa.list_(pa.float64(), 5)), "flag": pa.array([True, None] * (count // 2)),
        "map": pa.array([[("a", 1)]] * count, pa.map_(pa.string(), pa.int64())),
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([count], pa.int32()), pa.array([1.0])),
        "lists": pa.array([[1]] * count, pa.list_view(pa.int64())),
        "union": pa.UnionArray.from_sparse(pa.array([0] * count, pa.int8()), [pa.array([1] * count)]),
    }
    arrays, fields = [], []
    for name, array in list(others.items())[:8]:
        arrays.append(array)
        fields.append(pa.field(name, array.type))
    arrays.append(t)
    fields.append(field("t", t.type, unit))
    for sensor, unit in SENSORS.items():
        for axis in "xyz":
            arrays.append(numbers(generator, count, kind))
            fields.append(field(f"{sensor}_{axis}", arrays[-1].type, unit))
    for name, array in list(others.items())[8:]:
        arrays.append(array)
        fields.append(pa.field(name, array.type))
    arrays.append(pa.array([index % 3 != 0 for index in range(count)]))
    fields.append(pa.field("movement", pa.bool_()))
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def vectors(generator, count):
    """A log with a list of fixed size for each sensor."""
    arrays, fields = [pa.array(np.arange(count) * 10_000_000)], [field("time", pa.int64(), "ns")]
    for sensor, unit in SENSORS.items():
        lists = pa.FixedSizeListArray.from_arrays(numbers(generator, 3 * count, np.float64), 3)
        mask = pa.array(generator.random(count) < 0.1)
        arrays.append(pa.FixedSizeListArray.from_arrays(lists.values, 3, mask=mask))
        fields.append(field(sensor, arrays[-1].type, unit))
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def write(folder):
    generator = np.random.default_rng(18)
    tables = {
        "double": log(generator, 10_000, np.float64, "int"), "single": log(generator, 5000, np.float32, "timestamp"),
        "half": log(generator, 2000, np.float16, "int"), "seconds": log(generator, 1000, np.float64, "float"), "vector": vectors(generator, 9000),
    }
    tables["empty"] = tables["double"].slice(0, 0)
    for name, table in tables.items():
        for compression in (None, "lz4", "zstd"):
            options = pa.ipc.IpcWriteOptions(compression=compression)
            for ending, new in (("arrow", pa.ipc.new_file), ("arrows", pa.ipc.new_stream)):
                path = f"{folder}/{name}-{compression}.{ending}"
                with new(path, table.schema, options=options) as file:
                    for batch in table.to_batches(max_chunksize=4500):
                        file.write_batch(batch)
                print(path)
    drop = ["runs", "union", "lists", "view"]
    for compression in ("uncompressed", "lz4", "zstd"):
        path = f"{folder}/{compression}.feather"
        pa.feather.write_feather(tables["double"].drop_columns(drop), path, compression=compression, chunksize=3000)
        print(path)
    import polars

    plain = tables["double"].select(["t", *(f"{sensor}_{axis}" for sensor in SENSORS for axis in "xyz"), "text"])
    frame = polars.from_arrow(plain).rename({"t": "t [ns]"} | {
        f"{sensor}_{axis}": f"{sensor}_{axis} [{unit}]" for sensor, unit in SENSORS.items() for axis in "xyz"})
    for compression in ("uncompressed", "lz4", "zstd"):
        frame.write_ipc(f"{folder}/polars-{compression}.arrow", compression=compression)
        print(f"{folder}/polars-{compression}.arrow")
    frame.write_ipc_stream(f"{folder}/polars.arrows")
    print(f"{folder}/polars.arrows")


def rows(*paths):
    for path in paths:
        print(path)
        table = reader(path)
        names = {name.split(" [")[0]: name for name in table.column_names}
        time = table[names.get("t", names.get("time"))]
        if pa.types.is_timestamp(time.type):
            stamps = time.cast(pa.timestamp("ns")).cast(pa.int64()).to_pylist()
        elif pa.types.is_floating(time.type):
            stamps = [int(value) * 10**9 + round((value - int(value)) * 1e9) for value in time.to_pylist()]
        else:
            stamps = time.to_pylist()
        columns = []
        for sensor in SENSORS:
            for index, axis in enumerate("xyz"):
                if sensor in names:
                    column = [None if vector is None else vector[index] for vector in table[sensor].to_pylist()]
                else:
                    column = table[names[f"{sensor}_{axis}"]].to_pylist()
                columns.append([math.nan if value is None else value for value in column])
        for row in zip(stamps, *columns):
            print(*(repr(value) for value in row))


def columns(path):
    table = reader(path)
    table.validate(full=True)
    for column, field_ in zip(table.columns, table.schema):
        unit = (field_.metadata or {}).get(b"unit", b"-").decode().replace(" ", "_")
        print(field_.name, field_.type, unit, column.null_count, *(repr(value) for value in column.to_pylist()))
    print("metadata", (table.schema.metadata or {}).get(b"cardan", b"-").decode().replace("\n", "|"))


def sums(path):
    import polars

    frame = (polars.read_ipc_stream if path.endswith("s") else polars.read_ipc)(path)
    for name in frame.columns:
        print(name, repr(frame[name].sum()), frame[name].null_count())


def damaged(path, folder, number):
    with open(path, "rb") as file:
        whole = file.read()
    skipped = 8 if whole.startswith(b"ARROW1") else 0
    schema = pa.ipc.open_stream(pa.BufferReader(whole[skipped:])).schema
    for copy in damage.copies(path, folder, int(number)):
        with open(copy, "rb") as file:
            data = file.read()
        count = 0
        # Without the first bytes, or with another schema, it is another file.
        if data[:skipped] == whole[:skipped]:
            try:
                stream = pa.ipc.open_stream(pa.BufferReader(data[skipped:]))
                if stream.schema.equals(schema, check_metadata=True):
                    for batch in stream:
                        count += batch.num_rows
            except Exception:
                pass
        print(copy, count)


if __name__ == "__main__":
    {"write": write, "rows": rows, "columns": columns, "polars": sums, "damage": damaged}[sys.argv[1]](*sys.argv[2:])
