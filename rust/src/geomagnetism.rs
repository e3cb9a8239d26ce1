//! The Earth's magnetic field.

use crate::error::check;
use crate::raw::{self, cardan_geomagnetic_field};
use crate::{Degrees, Error, Meters, Microteslas, Radians};

/// A place on the Earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Geodetic latitude.
    pub latitude: Degrees,
    /// Longitude, east positive.
    pub longitude: Degrees,
    /// Height above the WGS 84 ellipsoid.
    pub height: Meters,
}

/// The field at a place and date by the World Magnetic Model 2025.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeomagneticField {
    /// North, east and down.
    pub field_in_ned: Microteslas,
    /// From true to magnetic north, positive to the east: the parameter "declination" of a filter.
    pub declination: Radians,
    /// Below the horizon.
    pub inclination: Radians,
    /// One standard deviation of the declination.
    pub declination_sigma: Radians,
    /// One standard deviation of the inclination.
    pub inclination_sigma: Radians,
    /// `CARDAN_FIELD_CAUTION_ZONE` and the like of [`raw`](crate::raw).
    pub warnings: u32,
}

impl GeomagneticField {
    /// The field at a place; 2026.5 is the middle of 2026.
    pub fn at(place: Place, decimal_year: f64) -> Result<GeomagneticField, Error> {
        // SAFETY: numbers alone.
        let mut field: cardan_geomagnetic_field = unsafe { core::mem::zeroed() };
        field.size = core::mem::size_of::<cardan_geomagnetic_field>();
        // SAFETY: a whole struct with its size.
        check(unsafe {
            raw::cardan_earth_field(place.latitude.0, place.longitude.0, place.height.0, decimal_year, &mut field)
        })?;
        Ok(GeomagneticField {
            field_in_ned: Microteslas(field.field_in_ned),
            declination: Radians(field.declination),
            inclination: Radians(field.inclination),
            declination_sigma: Radians(field.declination_sigma),
            inclination_sigma: Radians(field.inclination_sigma),
            warnings: field.warnings,
        })
    }
}
