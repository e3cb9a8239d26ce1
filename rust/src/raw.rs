//! The declarations of `cardan.h`, by hand; a test of the project compares them with the header, which has their
//! documentation.
#![allow(non_camel_case_types, missing_docs)]

use core::ffi::c_void;

/// A byte of a text that ends with 0.
pub type c_char = u8;

pub const CARDAN_FILTER_COUNT: u32 = 7;
pub const CARDAN_NO_MAGNETOMETER: u32 = 1;
pub const CARDAN_SEPARATE_SENSORS: u32 = 2;
pub const CARDAN_SINGLE_PRECISION: u32 = 4;
pub const CARDAN_ALIGNMENT: usize = 64;
pub const CARDAN_SNAPSHOT_VERSION: u32 = 10;

pub type cardan_status = u32;
pub const CARDAN_OK: cardan_status = 0;
pub const CARDAN_NOTHING_READY: cardan_status = 1;
pub const CARDAN_NULL_ARGUMENT: cardan_status = 2;
pub const CARDAN_BAD_ARGUMENT: cardan_status = 3;
pub const CARDAN_BAD_HANDLE: cardan_status = 4;
pub const CARDAN_BAD_SIZE: cardan_status = 5;
pub const CARDAN_BAD_ALIGNMENT: cardan_status = 6;
pub const CARDAN_UNKNOWN_PARAMETER: cardan_status = 7;
pub const CARDAN_PARAMETER_OUT_OF_RANGE: cardan_status = 8;
pub const CARDAN_BAD_AXES: cardan_status = 9;
pub const CARDAN_BAD_CALIBRATION: cardan_status = 10;
pub const CARDAN_WRONG_VERSION: cardan_status = 11;
pub const CARDAN_WRONG_FILTER: cardan_status = 12;
pub const CARDAN_CORRUPT: cardan_status = 13;
pub const CARDAN_UNSUPPORTED: cardan_status = 14;
pub const CARDAN_NO_MEMORY: cardan_status = 15;
pub const CARDAN_UNREADABLE: cardan_status = 16;
pub const CARDAN_BAD_FORMAT: cardan_status = 17;
pub const CARDAN_UNDETERMINED: cardan_status = 18;

pub type cardan_filter_kind = u32;
pub const CARDAN_FILTER_DEFAULT: cardan_filter_kind = 0;
pub const CARDAN_FILTER_DEFAULT14: cardan_filter_kind = 1;
pub const CARDAN_FILTER_VQF: cardan_filter_kind = 2;
pub const CARDAN_FILTER_MADGWICK: cardan_filter_kind = 3;
pub const CARDAN_FILTER_MAHONY: cardan_filter_kind = 4;
pub const CARDAN_FILTER_MEKF: cardan_filter_kind = 5;
pub const CARDAN_FILTER_COMPLEMENTARY: cardan_filter_kind = 6;

pub type cardan_frame = u32;
pub const CARDAN_FRAME_DEFAULT: cardan_frame = 0;
pub const CARDAN_FRAME_ENU: cardan_frame = 1;
pub const CARDAN_FRAME_NED: cardan_frame = 2;
pub const CARDAN_FRAME_NWU: cardan_frame = 3;
pub const CARDAN_FRAME_X_ARBITRARY_Z_VERTICAL: cardan_frame = 4;
pub const CARDAN_FRAME_X_ARBITRARY_CORRECTED_Z_VERTICAL: cardan_frame = 5;
pub const CARDAN_FRAME_X_MAGNETIC_NORTH_Z_VERTICAL: cardan_frame = 6;
pub const CARDAN_FRAME_X_TRUE_NORTH_Z_VERTICAL: cardan_frame = 7;

pub type cardan_euler_sequence = u32;
pub const CARDAN_EULER_XYZ: cardan_euler_sequence = 0x012;
pub const CARDAN_EULER_XZY: cardan_euler_sequence = 0x021;
pub const CARDAN_EULER_YXZ: cardan_euler_sequence = 0x102;
pub const CARDAN_EULER_YZX: cardan_euler_sequence = 0x120;
pub const CARDAN_EULER_ZXY: cardan_euler_sequence = 0x201;
pub const CARDAN_EULER_ZYX: cardan_euler_sequence = 0x210;
pub const CARDAN_EULER_XYX: cardan_euler_sequence = 0x010;
pub const CARDAN_EULER_XZX: cardan_euler_sequence = 0x020;
pub const CARDAN_EULER_YXY: cardan_euler_sequence = 0x101;
pub const CARDAN_EULER_YZY: cardan_euler_sequence = 0x121;
pub const CARDAN_EULER_ZXZ: cardan_euler_sequence = 0x202;
pub const CARDAN_EULER_ZYZ: cardan_euler_sequence = 0x212;

pub type cardan_sensor = u32;
pub const CARDAN_GYROSCOPE: cardan_sensor = 0;
pub const CARDAN_ACCELEROMETER: cardan_sensor = 1;
pub const CARDAN_MAGNETOMETER: cardan_sensor = 2;

pub type cardan_element = u32;
pub const CARDAN_FLOAT64: cardan_element = 0;
pub const CARDAN_FLOAT32: cardan_element = 1;
pub const CARDAN_INT64: cardan_element = 2;
pub const CARDAN_UINT32: cardan_element = 3;

pub const CARDAN_ANGULAR_RATE_REJECTED: u32 = 1 << 0;
pub const CARDAN_SPECIFIC_FORCE_REJECTED: u32 = 1 << 1;
pub const CARDAN_MAGNETIC_FIELD_REJECTED: u32 = 1 << 2;
pub const CARDAN_INTERVAL_REJECTED: u32 = 1 << 3;
pub const CARDAN_AFTER_GAP: u32 = 1 << 4;
pub const CARDAN_AT_REST: u32 = 1 << 5;
pub const CARDAN_INITIALIZING: u32 = 1 << 6;
pub const CARDAN_FIELD_DISTURBED: u32 = 1 << 7;
pub const CARDAN_SATURATED: u32 = 1 << 8;
pub const CARDAN_CORRECTED_BY_JUMP: u32 = 1 << 9;
pub const CARDAN_DISCONTINUITY: u32 = 1 << 10;
pub const CARDAN_ANGULAR_RATE_ABSENT: u32 = 1 << 11;
pub const CARDAN_SPECIFIC_FORCE_ABSENT: u32 = 1 << 12;
pub const CARDAN_MAGNETIC_FIELD_ABSENT: u32 = 1 << 13;
pub const CARDAN_HEADING_UNKNOWN: u32 = 1 << 14;
pub const CARDAN_VELOCITY_REJECTED: u32 = 1 << 15;

pub const CARDAN_DOUBT_FORCE_UNIT: u32 = 1 << 0;
pub const CARDAN_DOUBT_RATE_UNIT: u32 = 1 << 1;
pub const CARDAN_DOUBT_RATE_AXES: u32 = 1 << 2;
pub const CARDAN_DOUBT_FORCE_HANGS: u32 = 1 << 3;
pub const CARDAN_DOUBT_FIELD_HANGS: u32 = 1 << 4;

pub const CARDAN_FIELD_OUTSIDE_VALIDITY: u32 = 1 << 0;
pub const CARDAN_FIELD_OUTSIDE_HEIGHTS: u32 = 1 << 1;
pub const CARDAN_FIELD_CAUTION_ZONE: u32 = 1 << 2;
pub const CARDAN_FIELD_BLACKOUT_ZONE: u32 = 1 << 3;

pub type cardan_orientation = u32;
pub const CARDAN_ORIENTATION_UNKNOWN: cardan_orientation = 0;
pub const CARDAN_PORTRAIT: cardan_orientation = 1;
pub const CARDAN_PORTRAIT_UPSIDE_DOWN: cardan_orientation = 2;
pub const CARDAN_LANDSCAPE_LEFT: cardan_orientation = 3;
pub const CARDAN_LANDSCAPE_RIGHT: cardan_orientation = 4;
pub const CARDAN_FACE_UP: cardan_orientation = 5;
pub const CARDAN_FACE_DOWN: cardan_orientation = 6;

pub type cardan_shake = u32;
pub const CARDAN_SHAKE_NONE: cardan_shake = 0;
pub const CARDAN_SHAKE_BEGAN: cardan_shake = 1;
pub const CARDAN_SHAKE_ENDED: cardan_shake = 2;
pub const CARDAN_SHAKE_CANCELLED: cardan_shake = 3;

#[repr(C)]
pub struct cardan_filter {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cardan_fixed_lag {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cardan_gestures {
    _private: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_gesture_options {
    pub size: usize,
    pub entry_angle: f64,
    pub orientation_cutoff: f64,
    pub force_tolerance: f64,
    pub unknown_time: f64,
    pub shake_cutoff: f64,
    pub swing_threshold: f64,
    pub shortest_swing: f64,
    pub quiet_time: f64,
    pub longest_shake: f64,
    pub swings_to_begin: u32,
    pub swings_to_end: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_parameter {
    pub name: *const c_char,
    pub value: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_parameter_info {
    pub size: usize,
    pub name: *const c_char,
    pub unit: *const c_char,
    pub summary: *const c_char,
    pub default_value: f64,
    pub minimum: f64,
    pub maximum: f64,
    pub is_switch: i32,
    pub choices: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_sensor_model {
    pub matrix: [f64; 9],
    pub bias: [f64; 3],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_calibration {
    pub gyroscope: cardan_sensor_model,
    pub accelerometer: cardan_sensor_model,
    pub magnetometer: cardan_sensor_model,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_gyroscope_temperature {
    pub size: usize,
    pub reference: f64,
    pub range: [f64; 2],
    pub coefficients: [[f64; 3]; 5],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_geomagnetic_field {
    pub size: usize,
    pub field_in_ned: [f64; 3],
    pub rate_in_ned: [f64; 3],
    pub declination: f64,
    pub inclination: f64,
    pub declination_sigma: f64,
    pub inclination_sigma: f64,
    pub warnings: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_options {
    pub size: usize,
    pub filter: cardan_filter_kind,
    pub frame: cardan_frame,
    pub behavior: u32,
    pub axes: [i32; 3],
    pub calibration: *const cardan_calibration,
    pub parameters: *const cardan_parameter,
    pub parameter_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_motion {
    pub size: usize,
    pub quaternion: [f64; 4],
    pub gravity: [f64; 3],
    pub user_acceleration: [f64; 3],
    pub angular_rate: [f64; 3],
    pub gyroscope_bias: [f64; 3],
    pub tilt_sigma: f64,
    pub heading_sigma: f64,
    pub timestamp: i64,
    pub flags: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_array {
    pub data: *const c_void,
    pub row_stride: isize,
    pub column_stride: isize,
    pub element: cardan_element,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_output_array {
    pub data: *mut c_void,
    pub row_stride: isize,
    pub column_stride: isize,
    pub element: cardan_element,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_recording {
    pub size: usize,
    pub count: usize,
    pub time: cardan_array,
    pub interval: f64,
    pub angular_rate: cardan_array,
    pub specific_force: cardan_array,
    pub magnetic_field: cardan_array,
    pub velocity: cardan_array,
    pub speed: cardan_array,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_results {
    pub size: usize,
    pub quaternion: cardan_output_array,
    pub gravity: cardan_output_array,
    pub user_acceleration: cardan_output_array,
    pub angular_rate: cardan_output_array,
    pub gyroscope_bias: cardan_output_array,
    pub tilt_sigma: cardan_output_array,
    pub heading_sigma: cardan_output_array,
    pub flags: cardan_output_array,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cardan_job {
    pub recording: *const cardan_recording,
    pub results: *const cardan_results,
    pub status: cardan_status,
}

extern "C" {
    pub fn cardan_status_text(status: cardan_status) -> *const c_char;
    pub fn cardan_version() -> *const c_char;
    pub fn cardan_flag_name(flag: u32) -> *const c_char;
    pub fn cardan_filter_kind_named(name: *const c_char, kind: *mut cardan_filter_kind) -> cardan_status;
    pub fn cardan_filter_kind_name(kind: cardan_filter_kind) -> *const c_char;
    pub fn cardan_frame_named(name: *const c_char, frame: *mut cardan_frame) -> cardan_status;
    pub fn cardan_frame_name(frame: cardan_frame) -> *const c_char;
    pub fn cardan_parameter_count(kind: cardan_filter_kind) -> usize;
    pub fn cardan_describe_parameter(kind: cardan_filter_kind, index: usize, info: *mut cardan_parameter_info) -> cardan_status;
    pub fn cardan_check_parameter(kind: cardan_filter_kind, name: *const c_char, value: f64) -> cardan_status;
    pub fn cardan_calibration_identity(calibration: *mut cardan_calibration) -> cardan_status;
    pub fn cardan_earth_field(latitude: f64, longitude: f64, height: f64, decimal_year: f64, field: *mut cardan_geomagnetic_field) -> cardan_status;
    pub fn cardan_create(options: *const cardan_options, filter: *mut *mut cardan_filter) -> cardan_status;
    pub fn cardan_destroy(filter: *mut cardan_filter);
    pub fn cardan_filter_size(options: *const cardan_options) -> usize;
    pub fn cardan_init_in_place(buffer: *mut c_void, size: usize, options: *const cardan_options, filter: *mut *mut cardan_filter) -> cardan_status;
    pub fn cardan_reset(filter: *mut cardan_filter) -> cardan_status;
    pub fn cardan_kind(filter: *const cardan_filter, kind: *mut cardan_filter_kind) -> cardan_status;
    pub fn cardan_get_parameter(filter: *const cardan_filter, name: *const c_char, value: *mut f64) -> cardan_status;
    pub fn cardan_set_parameter(filter: *mut cardan_filter, name: *const c_char, value: f64) -> cardan_status;
    pub fn cardan_update(filter: *mut cardan_filter, interval: f64, angular_rate: *const f64, specific_force: *const f64, magnetic_field: *const f64) -> cardan_status;
    pub fn cardan_update_float(filter: *mut cardan_filter, interval: f32, angular_rate: *const f32, specific_force: *const f32, magnetic_field: *const f32) -> cardan_status;
    pub fn cardan_update_at(filter: *mut cardan_filter, timestamp: i64, angular_rate: *const f64, specific_force: *const f64, magnetic_field: *const f64) -> cardan_status;
    pub fn cardan_set_temperature(filter: *mut cardan_filter, model: *const cardan_gyroscope_temperature, celsius: f64) -> cardan_status;
    pub fn cardan_observe_velocity(filter: *mut cardan_filter, east: f64, north: f64, standard_deviation: f64, lag: f64) -> cardan_status;
    pub fn cardan_observe_speed(filter: *mut cardan_filter, speed: f64, standard_deviation: f64, lateral_standard_deviation: f64) -> cardan_status;
    pub fn cardan_add(filter: *mut cardan_filter, sensor: cardan_sensor, timestamp: i64, reading: *const f64) -> cardan_status;
    pub fn cardan_next(filter: *mut cardan_filter) -> cardan_status;
    pub fn cardan_finish(filter: *mut cardan_filter) -> cardan_status;
    pub fn cardan_read(filter: *const cardan_filter, motion: *mut cardan_motion) -> cardan_status;
    pub fn cardan_attitude(filter: *const cardan_filter, frame: cardan_frame, quaternion: *mut f64) -> cardan_status;
    pub fn cardan_attitude_matrix(filter: *const cardan_filter, frame: cardan_frame, matrix: *mut f64) -> cardan_status;
    pub fn cardan_attitude_euler(filter: *const cardan_filter, frame: cardan_frame, sequence: cardan_euler_sequence, angles: *mut f64) -> cardan_status;
    pub fn cardan_gravity(filter: *const cardan_filter, gravity: *mut f64) -> cardan_status;
    pub fn cardan_user_acceleration(filter: *const cardan_filter, acceleration: *mut f64) -> cardan_status;
    pub fn cardan_angular_rate(filter: *const cardan_filter, rate: *mut f64) -> cardan_status;
    pub fn cardan_gyroscope_bias(filter: *const cardan_filter, bias: *mut f64) -> cardan_status;
    pub fn cardan_gyroscope_bias_sigma(filter: *const cardan_filter, sigma: *mut f64) -> cardan_status;
    pub fn cardan_hard_iron(filter: *const cardan_filter, hard_iron: *mut f64) -> cardan_status;
    pub fn cardan_sigmas(filter: *const cardan_filter, tilt: *mut f64, heading: *mut f64) -> cardan_status;
    pub fn cardan_flags(filter: *const cardan_filter) -> u32;
    pub fn cardan_doubts(filter: *const cardan_filter) -> u32;
    pub fn cardan_doubt_text(doubt: u32) -> *const c_char;
    pub fn cardan_quaternion_to_matrix(quaternion: *const f64, matrix: *mut f64) -> cardan_status;
    pub fn cardan_quaternion_to_euler(quaternion: *const f64, sequence: cardan_euler_sequence, angles: *mut f64) -> cardan_status;
    pub fn cardan_euler_to_quaternion(angles: *const f64, sequence: cardan_euler_sequence, quaternion: *mut f64) -> cardan_status;
    pub fn cardan_snapshot_size(filter: *const cardan_filter) -> usize;
    pub fn cardan_snapshot(filter: *const cardan_filter, bytes: *mut c_void, size: usize) -> cardan_status;
    pub fn cardan_restore(filter: *mut cardan_filter, bytes: *const c_void, size: usize) -> cardan_status;
    pub fn cardan_fuse(filter: *mut cardan_filter, recording: *const cardan_recording, results: *const cardan_results) -> cardan_status;
    pub fn cardan_fuse_many(options: *const cardan_options, jobs: *mut cardan_job, count: usize, threads: u32) -> cardan_status;
    pub fn cardan_fixed_lag_create(filter: *mut cardan_filter, latency: f64, lag: *mut *mut cardan_fixed_lag) -> cardan_status;
    pub fn cardan_fixed_lag_destroy(lag: *mut cardan_fixed_lag);
    pub fn cardan_fixed_lag_update(lag: *mut cardan_fixed_lag, interval: f64, angular_rate: *const f64, specific_force: *const f64, magnetic_field: *const f64) -> cardan_status;
    pub fn cardan_fixed_lag_update_at(lag: *mut cardan_fixed_lag, timestamp: i64, angular_rate: *const f64, specific_force: *const f64, magnetic_field: *const f64) -> cardan_status;
    pub fn cardan_fixed_lag_fuse(lag: *mut cardan_fixed_lag, recording: *const cardan_recording) -> cardan_status;
    pub fn cardan_fixed_lag_finish(lag: *mut cardan_fixed_lag) -> cardan_status;
    pub fn cardan_fixed_lag_ready(lag: *const cardan_fixed_lag) -> usize;
    pub fn cardan_fixed_lag_next(lag: *mut cardan_fixed_lag, motion: *mut cardan_motion) -> cardan_status;
    pub fn cardan_fixed_lag_take(lag: *mut cardan_fixed_lag, count: usize, results: *const cardan_results) -> cardan_status;
    pub fn cardan_gesture_defaults(options: *mut cardan_gesture_options) -> cardan_status;
    pub fn cardan_gestures_create(options: *const cardan_gesture_options, gestures: *mut *mut cardan_gestures) -> cardan_status;
    pub fn cardan_gestures_destroy(gestures: *mut cardan_gestures);
    pub fn cardan_gestures_update(gestures: *mut cardan_gestures, interval: f64, specific_force: *const f64, has_turned: *mut i32, shake: *mut cardan_shake) -> cardan_status;
    pub fn cardan_gestures_orientation(gestures: *const cardan_gestures) -> cardan_orientation;
    pub fn cardan_orientation_name(orientation: cardan_orientation) -> *const c_char;
    pub fn cardan_shake_name(shake: cardan_shake) -> *const c_char;
    pub fn cardan_tilt_angle(gravity: *const f64, angle: *mut f64) -> cardan_status;
}
