@_exported import AttitudeFilters
@_exported import Geomagnetism
@_exported import MotionFeatures
@_exported import MotionSamples
@_exported import MotionSessions
@_exported import Rotations
