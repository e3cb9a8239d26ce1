//! The enumerations of `cardan.h`.

use crate::error::{check, text, with_name};
use crate::raw::{self, *};
use crate::{Error, Status};

macro_rules! choices {
    ($(#[$about:meta])* $name:ident: $raw:ident { $($(#[$case_about:meta])* $case:ident = $value:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum $name { $($(#[$case_about])* $case = $value),* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$case),*];

            #[allow(dead_code)]
            pub(crate) fn from_raw(value: $raw) -> Option<$name> {
                $name::ALL.iter().copied().find(|choice| *choice as u32 == value)
            }
        }
    };
}

choices! {
    /// The filters.
    FilterKind: cardan_filter_kind {
        /// Velocity-bounded Kalman filter with 11 states; the most accurate. Start here.
        Default = CARDAN_FILTER_DEFAULT,
        /// The same with 14 states, for a gyroscope with misaligned axes.
        Default14 = CARDAN_FILTER_DEFAULT14,
        /// VQF (Laidig and Seel 2023).
        Vqf = CARDAN_FILTER_VQF,
        /// Gradient descent (Madgwick 2010).
        Madgwick = CARDAN_FILTER_MADGWICK,
        /// Complementary filter on SO(3) (Mahony 2008).
        Mahony = CARDAN_FILTER_MAHONY,
        /// Multiplicative Kalman filter of attitude and bias.
        Mekf = CARDAN_FILTER_MEKF,
        /// Complementary filter (Valenti 2015).
        Complementary = CARDAN_FILTER_COMPLEMENTARY,
    }
}

choices! {
    /// The output frames of attitudes.
    Frame: cardan_frame {
        /// In options: ENU. When reading: the frame of the options.
        Default = CARDAN_FRAME_DEFAULT,
        /// x east, y north, z up.
        Enu = CARDAN_FRAME_ENU,
        /// x north, y east, z down.
        Ned = CARDAN_FRAME_NED,
        /// x north, y west, z up.
        Nwu = CARDAN_FRAME_NWU,
        /// z up, x and y from the initial heading. In options it disables the magnetometer.
        XArbitraryZVertical = CARDAN_FRAME_X_ARBITRARY_Z_VERTICAL,
        /// The same, with drift corrected by the magnetometer.
        XArbitraryCorrectedZVertical = CARDAN_FRAME_X_ARBITRARY_CORRECTED_Z_VERTICAL,
        /// x to magnetic north, y west, z up.
        XMagneticNorthZVertical = CARDAN_FRAME_X_MAGNETIC_NORTH_Z_VERTICAL,
        /// x to true north, y west, z up; needs the parameter "declination".
        XTrueNorthZVertical = CARDAN_FRAME_X_TRUE_NORTH_Z_VERTICAL,
    }
}

choices! {
    /// The sensors, for [`Filter::add`](crate::Filter::add).
    Sensor: cardan_sensor {
        /// Angular rate, rad/s.
        Gyroscope = CARDAN_GYROSCOPE,
        /// Specific force, m/s².
        Accelerometer = CARDAN_ACCELEROMETER,
        /// Magnetic field, µT.
        Magnetometer = CARDAN_MAGNETOMETER,
    }
}

choices! {
    /// The order of intrinsic rotations for Euler angles.
    #[allow(missing_docs)]
    EulerSequence: cardan_euler_sequence {
        Xyz = CARDAN_EULER_XYZ, Xzy = CARDAN_EULER_XZY, Yxz = CARDAN_EULER_YXZ, Yzx = CARDAN_EULER_YZX,
        Zxy = CARDAN_EULER_ZXY,
        /// Yaw, pitch, roll of aviation and ROS.
        Zyx = CARDAN_EULER_ZYX,
        Xyx = CARDAN_EULER_XYX, Xzx = CARDAN_EULER_XZX, Yxy = CARDAN_EULER_YXY, Yzy = CARDAN_EULER_YZY,
        Zxz = CARDAN_EULER_ZXZ, Zyz = CARDAN_EULER_ZYZ,
    }
}

impl FilterKind {
    /// The filter with a name, as in `cardan fuse --filter`.
    pub fn named(name: &str) -> Result<FilterKind, Error> {
        let mut kind = 0;
        // SAFETY: a text that ends with 0, and a place for the result.
        with_name(name, Status::BAD_ARGUMENT, |name| check(unsafe { raw::cardan_filter_kind_named(name, &mut kind) }))?;
        FilterKind::from_raw(kind).ok_or(Status::BAD_ARGUMENT)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        // SAFETY: a static text.
        unsafe { text(raw::cardan_filter_kind_name(self as u32)) }
    }
}

impl Frame {
    /// The frame with a name, as in `cardan fuse --frame`; lower case.
    pub fn named(name: &str) -> Result<Frame, Error> {
        let mut frame = 0;
        // SAFETY: a text that ends with 0, and a place for the result.
        with_name(name, Status::BAD_ARGUMENT, |name| check(unsafe { raw::cardan_frame_named(name, &mut frame) }))?;
        Frame::from_raw(frame).ok_or(Status::BAD_ARGUMENT)
    }

    /// Its name; "" for the default.
    pub fn name(self) -> &'static str {
        // SAFETY: a static text or null.
        unsafe { text(raw::cardan_frame_name(self as u32)) }
    }
}

/// The outcome of a sample: bits, the constants `CARDAN_AT_REST` and so on of [`raw`](crate::raw).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u32);

impl Flags {
    /// Whether all of these bits are set.
    pub fn contains(self, bits: u32) -> bool {
        self.0 & bits == bits
    }

    /// The names of those that are set, as in the results of `cardan fuse`.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        (0..32).map(|bit| 1u32 << bit).filter(move |flag| self.0 & flag != 0).map(|flag| {
            // SAFETY: a static text or null.
            unsafe { text(raw::cardan_flag_name(flag)) }
        })
    }
}

/// What is doubtful about the readings of a filter: bits, the constants `CARDAN_DOUBT_RATE_UNIT` and so on of [`raw`](crate::raw).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubts(pub u32);

impl Doubts {
    /// Each doubt in words; none for sound readings.
    pub fn texts(self) -> impl Iterator<Item = &'static str> {
        (0..32).map(|bit| 1u32 << bit).filter(move |doubt| self.0 & doubt != 0).map(|doubt| {
            // SAFETY: a static text or null.
            unsafe { text(raw::cardan_doubt_text(doubt)) }
        })
    }
}
