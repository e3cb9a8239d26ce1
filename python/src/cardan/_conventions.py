"""Attitudes in the conventions of other programs: frame, body axes, handedness, order of the components."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _arrays
from . import _library as c
from . import _offline_library as o
from ._offline_library import offline


class Convention(NamedTuple):
    """A convention of attitudes."""

    #: What x, y and z of the reference frame point to: east, north, up, west, south, down.
    reference: str
    #: What x, y and z of the body point to: forward, left, up, right, backward, down.
    body: str
    #: The order of the components.
    order: str
    #: Whose it is.
    summary: str


def conventions() -> dict[str, Convention]:
    """The conventions of `convert_attitude`, by name.

    >>> conventions()["unity"]
    Convention(reference='EUN', body='RUF', order='xyzw', summary='Unity, left-handed')
    """
    known, info = {}, o.ConventionInfo(size=ctypes.sizeof(o.ConventionInfo))
    while offline().cardan_describe_convention(len(known), ctypes.byref(info)) == c.OK:
        texts = (getattr(info, name) for name in Convention._fields)
        known[info.name.decode()] = Convention(*(text.decode() for text in texts))
    return known


def convert_attitude(quaternion: npt.ArrayLike, source: str = "enu", target: str = "unity") -> npt.NDArray[Any]:
    """Attitudes of one convention in another, as `cardan convert --to`: the same body, seen the same way.

    The axes of the body are those of the vehicle or of the camera; mount a sensor whose axes are others by `axes=` of `fuse`.

    :param quaternion: (N, 4) or (4,): reference frame from body, in the order of the source
    :param source: one of `conventions()`, such as the frame of a result
    :param target: one of `conventions()`
    :return: in the order of the target; NaN for invalid attitudes
    :raises ValueError: for an unknown convention

    A body that faces east, in ENU without rotation, in Unity:

    >>> print(convert_attitude([1, 0, 0, 0], "enu", "unity").round(4))
    [0.     0.7071 0.     0.7071]
    """
    given = np.asarray(quaternion)
    rows = _arrays.quaternions(np.atleast_2d(given), "quaternion")
    converted, message = np.empty(rows.shape, rows.dtype), o.Message()
    message.check(offline().cardan_convert_attitudes(
        len(rows), ctypes.byref(_arrays.described(rows)), c.text(source), c.text(target),
        ctypes.byref(_arrays.described(converted)), *message.arguments), "")
    return converted if given.ndim == 2 else converted[0]
