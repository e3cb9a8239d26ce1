"""Functions that engines send to their workers, where cardan may be missing."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any


def sent(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function for engines that pickle by value (cloudpickle: Spark, Ray, Dask). A worker without cardan, or with another version
    of it, says so in one line."""
    content = pickle.dumps(function)

    def received(rows: Any) -> Any:
        # A worker runs this without the rest of the package.
        import pickle
        import platform
        import sys

        try:
            function = pickle.loads(content)
        except (ImportError, AttributeError) as error:
            raise ImportError(
                f"cardan: {sys.executable} on {platform.node()}: {error}; install the same wheel for the Python of all workers, or "
                "choose one that has it (Spark: PYSPARK_PYTHON)") from None
        return function(rows)

    return received
