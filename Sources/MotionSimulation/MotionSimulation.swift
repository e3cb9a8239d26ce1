import Rotations
