//! A filter, its samples and its results.

use crate::error::{check, with_name};
use crate::raw::{self, *};
use crate::*;
use core::marker::PhantomData;
use core::mem::{size_of, MaybeUninit};
use core::ptr;

/// Memory for a filter without a heap: `static` or on a stack, at least [`Options::size`] bytes.
#[repr(C, align(64))]
pub struct Memory<const N: usize>(MaybeUninit<[u8; N]>);

impl<const N: usize> Memory<N> {
    /// Memory that holds nothing yet.
    pub const fn new() -> Self {
        Memory(MaybeUninit::uninit())
    }
}

impl<const N: usize> Default for Memory<N> {
    fn default() -> Self {
        Memory::new()
    }
}

/// The path from raw samples to attitude: axes, calibration, clock, filter, gravity, frame. May go to another thread.
pub struct Filter<'a> {
    handle: ptr::NonNull<cardan_filter>,
    memory: PhantomData<&'a mut [u8]>,
}

// SAFETY: a filter is plain memory of its own, and the library has no global state. Reading changes nothing.
unsafe impl Send for Filter<'_> {}
unsafe impl Sync for Filter<'_> {}

/// One sample: what the sensors read, `None` where there is no reading.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The mean over the interval that ends at the sample.
    pub angular_rate: Option<RadiansPerSecond>,
    /// Up at rest, with 9.81.
    pub specific_force: Option<MetersPerSecondSquared>,
    /// Its direction matters more than its strength.
    pub magnetic_field: Option<Microteslas>,
}

/// The complete result of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// In the frame of the options.
    pub attitude: Quaternion,
    /// In body axes; it points down.
    pub gravity: MetersPerSecondSquared,
    /// In body axes, without gravity; NaN without a specific force.
    pub user_acceleration: MetersPerSecondSquared,
    /// In body axes, without bias.
    pub angular_rate: RadiansPerSecond,
    /// Zero if the filter estimates none.
    pub gyroscope_bias: RadiansPerSecond,
    /// NaN if the filter has none.
    pub tilt_sigma: Radians,
    /// NaN if the filter has none, and while north is unknown.
    pub heading_sigma: Radians,
    /// That of the last sample; 0 without one.
    pub timestamp: Nanoseconds,
    /// The outcome of the sample.
    pub flags: Flags,
}

/// One standard deviation of tilt and heading; NaN if the filter has none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sigmas {
    /// Of the direction of gravity.
    pub tilt: Radians,
    /// Of the rotation about it.
    pub heading: Radians,
}

fn pointer<T>(reading: Option<&T>) -> *const T {
    reading.map_or(ptr::null(), |reading| reading)
}

impl Sample {
    fn pointers(&self) -> [*const f64; 3] {
        [
            pointer(self.angular_rate.as_ref()).cast(),
            pointer(self.specific_force.as_ref()).cast(),
            pointer(self.magnetic_field.as_ref()).cast(),
        ]
    }
}

/// Asks a function of `cardan.h` for N numbers.
fn numbers<const N: usize>(read: impl FnOnce(*mut f64) -> cardan_status) -> Result<[f64; N], Error> {
    let mut numbers = [0.0; N];
    check(read(numbers.as_mut_ptr()))?;
    Ok(numbers)
}

impl Filter<'static> {
    /// Make a filter on the heap. On microcontrollers the library has none, and this is `Status::NO_MEMORY`.
    pub fn new(options: Options) -> Result<Self, Error> {
        let mut handle = ptr::null_mut();
        // SAFETY: whole options and a place for the handle.
        check(unsafe { raw::cardan_create(&options.raw(), &mut handle) })?;
        Ok(Filter { handle: ptr::NonNull::new(handle).ok_or(Status::NO_MEMORY)?, memory: PhantomData })
    }
}

impl<'a> Filter<'a> {
    /// Make a filter in memory that it borrows. `Status::BAD_SIZE` for less than [`Options::size`].
    pub fn in_memory<const N: usize>(memory: &'a mut Memory<N>, options: Options) -> Result<Self, Error> {
        let mut handle = ptr::null_mut();
        // SAFETY: aligned memory of N bytes, borrowed for as long as the filter.
        check(unsafe { raw::cardan_init_in_place(memory.0.as_mut_ptr().cast(), N, &options.raw(), &mut handle) })?;
        Ok(Filter { handle: ptr::NonNull::new(handle).ok_or(Status::BAD_ARGUMENT)?, memory: PhantomData })
    }

    /// The handle, for functions of [`raw`](crate::raw).
    pub fn as_raw(&mut self) -> *mut cardan_filter {
        self.handle.as_ptr()
    }

    fn read(&self) -> *const cardan_filter {
        self.handle.as_ptr()
    }

    /// The filter.
    pub fn kind(&self) -> FilterKind {
        let mut kind = 0;
        // SAFETY (here and below): a living handle, and places for results of the documented sizes.
        let _ = unsafe { raw::cardan_kind(self.read(), &mut kind) };
        FilterKind::from_raw(kind).unwrap_or(FilterKind::Default)
    }

    /// Restart with its options and the parameters in use.
    pub fn reset(&mut self) -> Result<(), Error> {
        check(unsafe { raw::cardan_reset(self.as_raw()) })
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Result<f64, Error> {
        let mut value = 0.0;
        with_name(name, Status::UNKNOWN_PARAMETER, |name| {
            check(unsafe { raw::cardan_get_parameter(self.read(), name, &mut value) })
        })?;
        Ok(value)
    }

    /// Change a parameter between two samples. `Status::UNSUPPORTED` for those of the clock and of separate sensors, which options
    /// set.
    pub fn set_parameter(&mut self, name: &str, value: f64) -> Result<(), Error> {
        let filter = self.as_raw();
        with_name(name, Status::UNKNOWN_PARAMETER, |name| check(unsafe { raw::cardan_set_parameter(filter, name, value) }))
    }

    /// Process a sample, an interval after the previous one; 0 if unknown.
    pub fn update(&mut self, interval: Seconds, sample: Sample) -> Result<(), Error> {
        let [rate, force, field] = sample.pointers();
        check(unsafe { raw::cardan_update(self.as_raw(), interval.0, rate, force, field) })
    }

    /// The same in single precision: rad/s, m/s² and µT.
    pub fn update_f32(
        &mut self, interval_s: f32, rad_s: Option<[f32; 3]>, m_s2: Option<[f32; 3]>, microteslas: Option<[f32; 3]>,
    ) -> Result<(), Error> {
        let [rate, force, field] = [&rad_s, &m_s2, &microteslas].map(|reading| pointer(reading.as_ref()).cast());
        check(unsafe { raw::cardan_update_float(self.as_raw(), interval_s, rate, force, field) })
    }

    /// Process a sample with its timestamp. Do not mix with [`Filter::update`].
    pub fn update_at(&mut self, timestamp: Nanoseconds, sample: Sample) -> Result<(), Error> {
        let [rate, force, field] = sample.pointers();
        check(unsafe { raw::cardan_update_at(self.as_raw(), timestamp.0, rate, force, field) })
    }

    /// Set the gyroscope's temperature for subsequent samples.
    pub fn set_temperature(&mut self, model: &cardan_gyroscope_temperature, temperature: Celsius) -> Result<(), Error> {
        check(unsafe { raw::cardan_set_temperature(self.as_raw(), model, temperature.0) })
    }

    /// Observe a velocity over ground, east and to true north, for the next samples; `None` for the parameters' standard deviation
    /// and lag. `Status::UNSUPPORTED` for all but the default filters.
    pub fn observe_velocity(
        &mut self, east: MetersPerSecond, north: MetersPerSecond, standard_deviation: Option<MetersPerSecond>, lag: Option<Seconds>,
    ) -> Result<(), Error> {
        let deviation = standard_deviation.map_or(f64::NAN, |value| value.0);
        let lag = lag.map_or(f64::NAN, |value| value.0);
        check(unsafe { raw::cardan_observe_velocity(self.as_raw(), east.0, north.0, deviation, lag) })
    }

    /// Observe a speed along the forward axis; `None` for the parameters' standard deviations, along and across.
    pub fn observe_speed(
        &mut self, speed: MetersPerSecond, standard_deviation: Option<MetersPerSecond>, lateral: Option<MetersPerSecond>,
    ) -> Result<(), Error> {
        let [along, across] = [standard_deviation, lateral].map(|deviation| deviation.map_or(f64::NAN, |value| value.0));
        check(unsafe { raw::cardan_observe_speed(self.as_raw(), speed.0, along, across) })
    }

    /// Add a reading of one sensor, with [`Options::separate_sensors`], in the sensor's unit of [`Sample`]. Then call
    /// [`Filter::next`] while it is true.
    pub fn add(&mut self, sensor: Sensor, timestamp: Nanoseconds, reading: [f64; 3]) -> Result<(), Error> {
        check(unsafe { raw::cardan_add(self.as_raw(), sensor as u32, timestamp.0, reading.as_ptr()) })
    }

    /// Process the next sample of separate sensors; false if more readings are needed.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<bool, Error> {
        match check(unsafe { raw::cardan_next(self.as_raw()) }) {
            Err(Status::NOTHING_READY) => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// End the readings: all samples become ready for [`Filter::next`].
    pub fn finish(&mut self) -> Result<(), Error> {
        check(unsafe { raw::cardan_finish(self.as_raw()) })
    }

    /// The complete result of the last sample.
    pub fn motion(&self) -> Result<Motion, Error> {
        // SAFETY: numbers alone.
        let mut motion: cardan_motion = unsafe { core::mem::zeroed() };
        motion.size = size_of::<cardan_motion>();
        check(unsafe { raw::cardan_read(self.read(), &mut motion) })?;
        Ok(Motion {
            attitude: Quaternion { wxyz: motion.quaternion },
            gravity: MetersPerSecondSquared(motion.gravity),
            user_acceleration: MetersPerSecondSquared(motion.user_acceleration),
            angular_rate: RadiansPerSecond(motion.angular_rate),
            gyroscope_bias: RadiansPerSecond(motion.gyroscope_bias),
            tilt_sigma: Radians(motion.tilt_sigma),
            heading_sigma: Radians(motion.heading_sigma),
            timestamp: Nanoseconds(motion.timestamp),
            flags: Flags(motion.flags),
        })
    }

    /// The attitude in a frame.
    pub fn attitude(&self, frame: Frame) -> Result<Quaternion, Error> {
        let wxyz = numbers(|wxyz| unsafe { raw::cardan_attitude(self.read(), frame as u32, wxyz) })?;
        Ok(Quaternion { wxyz })
    }

    /// The attitude in a frame as a row-major matrix that turns body coordinates into output coordinates.
    pub fn matrix(&self, frame: Frame) -> Result<[f64; 9], Error> {
        numbers(|matrix| unsafe { raw::cardan_attitude_matrix(self.read(), frame as u32, matrix) })
    }

    /// The attitude in a frame as angles in the order of the sequence; `EulerSequence::Zyx` gives yaw, pitch, roll.
    pub fn euler(&self, frame: Frame, sequence: EulerSequence) -> Result<[Radians; 3], Error> {
        let angles = numbers(|angles| unsafe {
            raw::cardan_attitude_euler(self.read(), frame as u32, sequence as u32, angles)
        })?;
        Ok(angles.map(Radians))
    }

    /// Gravity in body axes, down.
    pub fn gravity(&self) -> Result<MetersPerSecondSquared, Error> {
        numbers(|vector| unsafe { raw::cardan_gravity(self.read(), vector) }).map(MetersPerSecondSquared)
    }

    /// Acceleration in body axes without gravity; NaN if the last sample had no specific force.
    pub fn user_acceleration(&self) -> Result<MetersPerSecondSquared, Error> {
        numbers(|vector| unsafe { raw::cardan_user_acceleration(self.read(), vector) }).map(MetersPerSecondSquared)
    }

    /// The angular rate of the last sample without bias.
    pub fn angular_rate(&self) -> Result<RadiansPerSecond, Error> {
        numbers(|vector| unsafe { raw::cardan_angular_rate(self.read(), vector) }).map(RadiansPerSecond)
    }

    /// The estimated gyroscope bias.
    pub fn gyroscope_bias(&self) -> Result<RadiansPerSecond, Error> {
        numbers(|vector| unsafe { raw::cardan_gyroscope_bias(self.read(), vector) }).map(RadiansPerSecond)
    }

    /// One standard deviation of the gyroscope bias. `Status::UNSUPPORTED` if the filter has none.
    pub fn gyroscope_bias_sigma(&self) -> Result<RadiansPerSecond, Error> {
        numbers(|vector| unsafe { raw::cardan_gyroscope_bias_sigma(self.read(), vector) }).map(RadiansPerSecond)
    }

    /// The estimated hard iron, which the filter subtracts. `Status::UNSUPPORTED` if the filter estimates none.
    pub fn hard_iron(&self) -> Result<Microteslas, Error> {
        numbers(|vector| unsafe { raw::cardan_hard_iron(self.read(), vector) }).map(Microteslas)
    }

    /// One standard deviation of tilt and heading.
    pub fn sigmas(&self) -> Result<Sigmas, Error> {
        let (mut tilt, mut heading) = (0.0, 0.0);
        check(unsafe { raw::cardan_sigmas(self.read(), &mut tilt, &mut heading) })?;
        Ok(Sigmas { tilt: Radians(tilt), heading: Radians(heading) })
    }

    /// The flags of the last sample.
    pub fn flags(&self) -> Flags {
        Flags(unsafe { raw::cardan_flags(self.read()) })
    }

    /// What is doubtful about the readings so far; it stays until `reset`.
    pub fn doubts(&self) -> Doubts {
        Doubts(unsafe { raw::cardan_doubts(self.read()) })
    }

    /// The bytes of a snapshot of this filter.
    pub fn snapshot_size(&self) -> usize {
        unsafe { raw::cardan_snapshot_size(self.read()) }
    }

    /// Write the complete state, including options, for the same library version, number type and byte order.
    pub fn snapshot(&self, bytes: &mut [u8]) -> Result<(), Error> {
        check(unsafe { raw::cardan_snapshot(self.read(), bytes.as_mut_ptr().cast(), bytes.len()) })
    }

    /// Restore a state into a filter of the same kind and behavior; after an error it is unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        check(unsafe { raw::cardan_restore(self.as_raw(), bytes.as_ptr().cast(), bytes.len()) })
    }
}

impl Drop for Filter<'_> {
    fn drop(&mut self) {
        // SAFETY: the last use of the handle. Without effect for a filter in memory of the caller's.
        unsafe { raw::cardan_destroy(self.handle.as_ptr()) }
    }
}

impl Quaternion {
    /// The row-major matrix of the rotation. `Status::BAD_ARGUMENT` for length zero or NaN.
    pub fn matrix(self) -> Result<[f64; 9], Error> {
        numbers(|matrix| unsafe { raw::cardan_quaternion_to_matrix(self.wxyz.as_ptr(), matrix) })
    }

    /// Its angles in the order of the sequence. At gimbal lock the third is zero.
    pub fn euler(self, sequence: EulerSequence) -> Result<[Radians; 3], Error> {
        let angles = numbers(|angles| unsafe { raw::cardan_quaternion_to_euler(self.wxyz.as_ptr(), sequence as u32, angles) })?;
        Ok(angles.map(Radians))
    }

    /// The rotation of angles in the order of the sequence.
    pub fn from_euler(angles: [Radians; 3], sequence: EulerSequence) -> Result<Quaternion, Error> {
        let angles = angles.map(|angle| angle.0);
        let wxyz = numbers(|wxyz| unsafe { raw::cardan_euler_to_quaternion(angles.as_ptr(), sequence as u32, wxyz) })?;
        Ok(Quaternion { wxyz })
    }
}
