"""Damaged copies of a log."""
import os
import random


def copies(path, folder, number, ending=""):
    """Write `number` cut copies, `number` with a flipped bit and number / 20 with 200 of them, and yield their paths."""
    with open(path, "rb") as file:
        data = file.read()
    generator = random.Random(18)
    flips = [("cut", 0)] * number + [("flip", 1)] * number + [("many", 200)] * (number // 20)
    for index, (kind, flipped) in enumerate(flips):
        changed = bytearray(data)
        if kind == "cut":
            changed = changed[: generator.randrange(len(data))]
        for _ in range(flipped):
            changed[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        out = os.path.join(folder, f"{kind}-{index}{ending}")
        with open(out, "wb") as file:
            file.write(changed)
        yield out
