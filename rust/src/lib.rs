//! Attitude from gyroscope, accelerometer and magnetometer: a binding of Cardan's static library.
//!
//! ```
//! use cardan::{Filter, Frame, MetersPerSecondSquared, Microteslas, Options, RadiansPerSecond, Sample, Seconds};
//!
//! # fn main() -> Result<(), cardan::Error> {
//! let mut filter = Filter::new(Options { frame: Frame::Ned, ..Options::default() })?;
//! filter.update(Seconds(0.01), Sample {
//!     angular_rate: Some(RadiansPerSecond([0.0, 0.0, 0.1])),
//!     specific_force: Some(MetersPerSecondSquared([0.0, 0.0, -9.81])), // x forward, y right, z down
//!     magnetic_field: Some(Microteslas([20.0, 0.0, 40.0])),
//! })?;
//! let motion = filter.motion()?;
//! println!("{:?} {:?}", motion.attitude.wxyz, motion.tilt_sigma);
//! # Ok(())
//! # }
//! ```
//!
//! Readings are in right-handed body axes; a specific force points up at rest. An attitude turns body coordinates into those of
//! the output frame; `q` and `-q` are the same. The crate is `no_std` without the feature `std`; [`Memory`] holds a filter where
//! there is no heap. What is not here is in [`raw`], the functions of `cardan.h`.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![warn(missing_docs)]

mod choices;
mod error;
mod filter;
mod geomagnetism;
mod options;
pub mod raw;
mod units;

pub use choices::{Doubts, EulerSequence, FilterKind, Flags, Frame, Sensor};
pub use error::{Error, Status};
pub use filter::{Filter, Memory, Motion, Sample, Sigmas};
pub use geomagnetism::{GeomagneticField, Place};
pub use options::{Axes, Options, Parameter};
pub use units::*;

/// The version of the library: "0.1.0".
pub fn version() -> &'static str {
    // SAFETY: a static text that ends with 0.
    unsafe { error::text(raw::cardan_version()) }
}
