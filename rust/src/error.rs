//! What a call can fail with.

use crate::raw::{self, c_char, cardan_status};
use core::fmt;

/// The status of a call that failed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Error(cardan_status);

/// The statuses by name: `Status::BAD_AXES`.
pub struct Status;

macro_rules! statuses {
    ($($name:ident = $raw:ident),* $(,)?) => {
        #[allow(missing_docs)]
        impl Status {
            $(pub const $name: Error = Error(raw::$raw);)*
        }
    };
}

statuses! {
    NOTHING_READY = CARDAN_NOTHING_READY, BAD_ARGUMENT = CARDAN_BAD_ARGUMENT, BAD_HANDLE = CARDAN_BAD_HANDLE,
    BAD_SIZE = CARDAN_BAD_SIZE, BAD_ALIGNMENT = CARDAN_BAD_ALIGNMENT, UNKNOWN_PARAMETER = CARDAN_UNKNOWN_PARAMETER,
    PARAMETER_OUT_OF_RANGE = CARDAN_PARAMETER_OUT_OF_RANGE, BAD_AXES = CARDAN_BAD_AXES,
    BAD_CALIBRATION = CARDAN_BAD_CALIBRATION, WRONG_VERSION = CARDAN_WRONG_VERSION, WRONG_FILTER = CARDAN_WRONG_FILTER,
    CORRUPT = CARDAN_CORRUPT, UNSUPPORTED = CARDAN_UNSUPPORTED, NO_MEMORY = CARDAN_NO_MEMORY,
}

impl Error {
    /// The status of `cardan.h`.
    pub fn status(self) -> cardan_status {
        self.0
    }

    /// The status in words, at most six.
    pub fn text(self) -> &'static str {
        // SAFETY: a static text that ends with 0, never null.
        unsafe { text(raw::cardan_status_text(self.0)) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({}: {})", self.0, self.text())
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

pub(crate) fn check(status: cardan_status) -> Result<(), Error> {
    if status == raw::CARDAN_OK { Ok(()) } else { Err(Error(status)) }
}

/// A static text of the library, in UTF-8; "" for null.
///
/// # Safety
/// The pointer is null or that of a text that ends with 0 and lives as long as the program.
pub(crate) unsafe fn text(start: *const c_char) -> &'static str {
    if start.is_null() {
        return "";
    }
    let mut count = 0;
    while *start.add(count) != 0 {
        count += 1;
    }
    core::str::from_utf8(core::slice::from_raw_parts(start, count)).unwrap_or("")
}

/// The names of `cardan.h` are shorter; a longer one is unknown.
pub(crate) fn with_name<T>(name: &str, unknown: Error, body: impl FnOnce(*const c_char) -> Result<T, Error>) -> Result<T, Error> {
    let mut bytes = [0u8; 64];
    if name.len() >= bytes.len() || name.as_bytes().contains(&0) {
        return Err(unknown);
    }
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    body(bytes.as_ptr())
}
