"""Text logs and archives by independent libraries: pandas, zipfile, gzip, zstandard, telemetry-parser.

  text_logs.py columns FILE SEPARATOR COMMENT NAME...   prints the columns of a table
  text_logs.py zip FOLDER OUT METHOD                    archives a folder: stored or deflated
  text_logs.py compress FILE OUT                        compresses a file by the ending of OUT: gz or zst
  text_logs.py imu FILE                                 prints gyroscope (deg/s) and accelerometer (m/s^2) of telemetry-parser
"""
import os
import sys


def columns(path, separator, comment, *names):
    import pandas

    table = pandas.read_csv(
        path, sep={"tab": "\t"}.get(separator, separator), comment=comment if comment != "-" else None,
        float_precision="round_trip", index_col=False)
    for row in table[list(names)].to_numpy(dtype=float):
        print(*(repr(float(value)) for value in row))


def archive(folder, out, method):
    import zipfile

    kind = zipfile.ZIP_DEFLATED if method == "deflated" else zipfile.ZIP_STORED
    with zipfile.ZipFile(out, "w", kind) as file:
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(root, name)
                file.write(path, os.path.relpath(path, os.path.dirname(folder)))


def compress(path, out):
    data = open(path, "rb").read()
    if out.endswith(".gz"):
        import gzip

        open(out, "wb").write(gzip.compress(data))
    else:
        import zstandard

        open(out, "wb").write(zstandard.ZstdCompressor().compress(data))


def imu(path):
    import telemetry_parser

    for row in telemetry_parser.Parser(path).normalized_imu():
        print(repr(row["timestamp_ms"]), *(repr(value) for value in (*row["gyro"], *row["accl"])))


{"columns": columns, "zip": archive, "compress": compress, "imu": imu}[sys.argv[1]](*sys.argv[2:])
