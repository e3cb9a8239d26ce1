"""Damaged copies of a log."""
import os
import random


#: The copies of each kind of which some are chosen, always the same.
MOST = 200


def copies(path, folder, number, ending=""):
    """Write `number` cut copies, `number` with a flipped bit and number / 20 with 200 of them, and yield their paths."""
    with open(path, "rb") as file:
        data = file.read()
    generator = random.Random(18)
    flips = [("cut", 0)] * MOST + [("flip", 1)] * MOST + [("many", 200)] * (MOST // 20)
    for index, (kind, flipped) in enumerate(flips):
        changed = bytearray(data)
        if kind == "cut":
            changed = changed[: generator.randrange(len(data))]
        for _ in range(flipped):
            changed[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        if index % (MOST // number):
            continue
        out = os.path.join(folder, f"{kind}-{index}{ending}")
        with open(out, "wb") as file:
            file.write(changed)
        yield out
