//! How a filter is made.

use crate::error::{check, text, with_name};
use crate::raw::{self, *};
use crate::{Error, FilterKind, Frame, Status};
use core::ptr;

/// The sensor axes for body x, y and z: 1, 2, 3 for x, y, z; negative for the opposite direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes(pub [i32; 3]);

/// The options of a filter. For its parameters call [`Filter::set_parameter`](crate::Filter::set_parameter), or give those of the
/// clock and of separate sensors here.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The filter.
    pub filter: FilterKind,
    /// The frame of the attitude.
    pub frame: Frame,
    /// Ignore the magnetometer; the heading is then relative and drifts.
    pub no_magnetometer: bool,
    /// Accept single readings, [`Filter::add`](crate::Filter::add); the filter is some kilobytes larger.
    pub separate_sensors: bool,
    /// The axes.
    pub axes: Axes,
    /// The device calibration, in body axes; `None` for perfect sensors.
    pub calibration: Option<&'a cardan_calibration>,
    /// Parameters that differ from their defaults; names end with 0: `c"platform"`, or `"platform\0"`.
    pub parameters: &'a [cardan_parameter],
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            // An archive for microcontrollers has one filter.
            #[cfg(all(target_os = "none", feature = "vqf"))]
            filter: FilterKind::Vqf,
            #[cfg(all(target_os = "none", feature = "madgwick"))]
            filter: FilterKind::Madgwick,
            #[cfg(not(all(target_os = "none", any(feature = "vqf", feature = "madgwick"))))]
            filter: FilterKind::Default,
            frame: Frame::Default,
            no_magnetometer: false,
            separate_sensors: false,
            axes: Axes([1, 2, 3]),
            calibration: None,
            parameters: &[],
        }
    }
}

impl Options<'_> {
    pub(crate) fn raw(&self) -> cardan_options {
        let mut behavior = 0;
        if self.no_magnetometer {
            behavior |= CARDAN_NO_MAGNETOMETER;
        }
        if self.separate_sensors {
            behavior |= CARDAN_SEPARATE_SENSORS;
        }
        cardan_options {
            size: core::mem::size_of::<cardan_options>(),
            filter: self.filter as u32,
            frame: self.frame as u32,
            behavior,
            axes: self.axes.0,
            calibration: self.calibration.map_or(ptr::null(), |calibration| calibration),
            parameters: self.parameters.as_ptr(),
            parameter_count: self.parameters.len(),
        }
    }

    /// The bytes that [`Memory`](crate::Memory) must have for these options; 0 for invalid ones.
    pub fn size(&self) -> usize {
        // SAFETY: a whole struct, read during the call.
        unsafe { raw::cardan_filter_size(&self.raw()) }
    }
}

/// A parameter of a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name: "accelerometer_noise".
    pub name: &'static str,
    /// The unit: "rad/s"; "" for a plain number, a switch or a choice.
    pub unit: &'static str,
    /// Its meaning, and the effect of its extremes.
    pub summary: &'static str,
    /// The default.
    pub default: f64,
    /// The smallest allowed value.
    pub minimum: f64,
    /// The largest allowed value.
    pub maximum: f64,
    /// Whether it is 0 or 1.
    pub is_switch: bool,
    /// The names of the values of a choice, from 0 on, with a space between two; "" for numbers and switches.
    pub choices: &'static str,
}

impl Parameter {
    /// The parameters of a filter, with those of the clock and of separate sensors.
    pub fn all(kind: FilterKind) -> impl Iterator<Item = Parameter> {
        // SAFETY: no pointer.
        let count = unsafe { raw::cardan_parameter_count(kind as u32) };
        (0..count).filter_map(move |index| {
            let mut info = cardan_parameter_info {
                size: core::mem::size_of::<cardan_parameter_info>(),
                name: ptr::null(),
                unit: ptr::null(),
                summary: ptr::null(),
                default_value: 0.0,
                minimum: 0.0,
                maximum: 0.0,
                is_switch: 0,
                choices: ptr::null(),
            };
            // SAFETY: a whole struct with its size; its texts are static.
            unsafe {
                check(raw::cardan_describe_parameter(kind as u32, index, &mut info)).ok()?;
                Some(Parameter {
                    name: text(info.name),
                    unit: text(info.unit),
                    summary: text(info.summary),
                    default: info.default_value,
                    minimum: info.minimum,
                    maximum: info.maximum,
                    is_switch: info.is_switch != 0,
                    choices: text(info.choices),
                })
            }
        })
    }

    /// Whether a filter has the parameter and allows the value.
    pub fn check(kind: FilterKind, name: &str, value: f64) -> Result<(), Error> {
        // SAFETY: a text that ends with 0.
        with_name(name, Status::UNKNOWN_PARAMETER, |name| check(unsafe { raw::cardan_check_parameter(kind as u32, name, value) }))
    }
}
