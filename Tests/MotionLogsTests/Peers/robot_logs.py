"""Logs of robots by independent libraries: rosbags, mcap, zstandard, lz4, bz2, gzip.

  robot_logs.py compress KIND FILE OUT    compresses a file in two frames: zstd, lz4, bzip2 or gzip
"""
import sys


def compress(kind, path, out):
    if kind == "zstd":
        import zstandard

        function = zstandard.ZstdCompressor(write_checksum=True).compress
    elif kind == "lz4":
        import lz4.frame

        def function(data):
            return lz4.frame.compress(data, content_checksum=True)

    elif kind == "bzip2":
        import bz2

        function = bz2.compress
    else:
        import gzip

        function = gzip.compress
    data = open(path, "rb").read()
    half = len(data) // 2
    with open(out, "wb") as file:
        file.write(function(data[:half]) + function(data[half:]))


globals()[sys.argv[1]](*sys.argv[2:])
