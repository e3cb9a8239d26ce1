import AttitudeFilters
import LogProcessing
import Geomagnetism

/// The options that turn results from magnetic to true north.
struct NorthOptions {
  /// Where the logs were recorded.
  var location: GeodeticPosition?
  /// When; nil for what the stamps say.
  var date: CalendarDate?
  /// Whether a frame that can be magnetic or true is to be true.
  var isTrue = false
  /// Where the filter has the undisturbed magnetic field from.
  var magneticReference = MagneticReferenceChoice.learned

  /// The rules for a command that keeps them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, NorthOptions>) -> [OptionRule<Command>] {
    [
      .flag(
        "true-north", path.appending(path: \.isTrue), true,
        "Turn the frame enu, ned or nwu from magnetic to true north; needs --location."),
      .value(
        "location", "LAT,LON[,HEIGHT]", path.appending(path: \.location),
        "Where the logs were recorded, in degrees (north and east positive) and metres above the ellipsoid: for the "
          + "declination, by the World Magnetic Model 2025."),
      .value(
        "date", "YYYY-MM-DD", path.appending(path: \.date),
        "When they were recorded; needed where the stamps do not count from 1970."),
      MagneticReferenceChoice.rule(at: path.appending(path: \.magneticReference)),
    ]
  }

  /// Checks them against the frame and the magnetometer.
  func validate(for fusion: LogFusion, _ filter: FilterKind) throws(UsageError) {
    let frame = fusion.settings.frame
    let wantsTrueNorth = isTrue || frame == .xTrueNorthZVertical
    if isTrue && !frame.takesDeclination {
      throw UsageError("option '--true-north' does not go with '--frame \(frame.name)'")
    }
    if wantsTrueNorth && location == nil { throw UsageError("true north needs the place: --location LAT,LON") }
    if wantsTrueNorth && !fusion.settings.conditioner.usesMagnetometer {
      throw UsageError("true north needs the magnetometer: leave '--no-magnetometer' out")
    }
    let wantsModel = magneticReference == .model
    if wantsModel && location == nil { throw UsageError(MagneticReferenceChoice.placeIsMissing) }
    if wantsModel && (fusion.smooths || !FilterSelection(filter).hasParameter("magnetic_reference_strength")) {
      throw UsageError("option '--magnetic-reference model' only goes with '--filter default', 'default14' and 'vqf'")
    }
    if !wantsTrueNorth && !wantsModel && location != nil {
      throw UsageError(
        "option '--location' goes with '--true-north', '--frame x-true-north-z-vertical' or '--magnetic-reference model'"
      )
    }
    if date != nil && location == nil { throw UsageError("option '--date' goes with '--location'") }
  }

  /// Sets what they come to.
  func apply(to fusion: inout LogFusion) {
    let place = location.map { TrueNorth(at: $0, date: date) }
    if isTrue || fusion.settings.frame == .xTrueNorthZVertical { fusion.trueNorth = place }
    if magneticReference == .model { fusion.magneticReference = place }
  }
}
