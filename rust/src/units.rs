//! Numbers with their units.

/// A time in seconds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Seconds(pub f64);

/// A timestamp in nanoseconds since any epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nanoseconds(pub i64);

/// An angle in radians.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Radians(pub f64);

/// An angle in degrees: latitudes and longitudes alone.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Degrees(pub f64);

/// A length in meters.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Meters(pub f64);

/// A speed in meters per second.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct MetersPerSecond(pub f64);

/// A temperature in degrees Celsius.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Celsius(pub f64);

/// An angular rate in radians per second, x, y, z.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct RadiansPerSecond(pub [f64; 3]);

/// A specific force or an acceleration in meters per second squared, x, y, z.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct MetersPerSecondSquared(pub [f64; 3]);

/// A magnetic field in microteslas, x, y, z.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Microteslas(pub [f64; 3]);

/// A rotation as a Hamilton quaternion: it turns body coordinates into those of the output frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion {
    /// w, x, y, z.
    pub wxyz: [f64; 4],
}
