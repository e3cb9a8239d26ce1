import AttitudeFilters
import Geomagnetism
import LogFormats
import LogProcessing
import LogTables

/// The options for true north and the magnetic reference.
struct NorthOptions {
  /// Where the logs were recorded.
  var location: GeodeticPosition?
  /// When; nil for the date of the timestamps.
  var date: CalendarDate?
  /// Whether the frames enu, ned and nwu use true north.
  var isTrue = false
  /// The source of the undisturbed magnetic field.
  var magneticReference = MagneticReferenceChoice.learned

  /// The rules of a command that stores them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, NorthOptions>) -> [OptionRule<Command>] {
    [
      .flag(
        "true-north", path.appending(path: \.isTrue), true,
        "Use true instead of magnetic north in the frame enu, ned or nwu"),
      .value(
        "location", "LAT,LON[,HEIGHT]", path.appending(path: \.location),
        "Set the place of the recording, in degrees (north and east positive) and metres above the WGS 84 ellipsoid, for "
          + "the World Magnetic Model 2025 [that of the log's satellite receiver]"),
      .value(
        "date", "YYYY-MM-DD", path.appending(path: \.date),
        "Set the date of the recording, if timestamps are not Unix time [that of the log's satellite receiver]"),
      MagneticReferenceChoice.rule(at: path.appending(path: \.magneticReference)),
    ]
  }

  /// Throws if they contradict the frame, the filter or the magnetometer.
  func validate(for fusion: LogFusion, _ filter: FilterKind) throws(UsageError) {
    let frame = fusion.settings.frame
    let wantsTrueNorth = isTrue || frame == .xTrueNorthZVertical
    if isTrue && !frame.takesDeclination {
      throw UsageError("option '--true-north' does not go with '--frame \(frame.name)'")
    }
    if wantsTrueNorth && !fusion.settings.conditioner.usesMagnetometer {
      throw UsageError("true north needs the magnetometer; leave out '--no-magnetometer'")
    }
    let wantsModel = magneticReference == .model
    if wantsModel && (fusion.smooths || !FilterSelection(filter).hasParameter("magnetic_reference_strength")) {
      throw UsageError("option '--magnetic-reference model' only goes with '--filter default', 'default14' and 'vqf'")
    }
    if !wantsTrueNorth && !wantsModel && location != nil {
      throw UsageError(
        "option '--location' goes with '--true-north', '--frame x-true-north-z-vertical' or '--magnetic-reference model'"
      )
    }
    if !wantsTrueNorth && !wantsModel && date != nil {
      throw UsageError("option '--date' goes with '--true-north' or '--magnetic-reference model'")
    }
  }

  /// Sets true north and the magnetic reference of a fusion.
  func apply(to fusion: inout LogFusion) {
    let place = TrueNorth(at: location, date: date)
    if isTrue || fusion.settings.frame == .xTrueNorthZVertical { fusion.trueNorth = place }
    if magneticReference == .model { fusion.magneticReference = place }
  }
}

/// The options for the place of a recording, of commands that check its magnetic field.
struct PlaceOptions {
  /// Where the logs were recorded; nil for what their satellite receiver recorded.
  var location: GeodeticPosition?
  /// When; nil for what the log records.
  var date: CalendarDate?

  /// The rules of a command that stores them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, PlaceOptions>) -> [OptionRule<Command>] {
    [
      .value(
        "location", "LAT,LON[,HEIGHT]", path.appending(path: \.location),
        "Check the magnetic field against the World Magnetic Model 2025 at this place [that of the log's satellite "
          + "receiver, otherwise somewhere on the northern hemisphere]"),
      .value(
        "date", "YYYY-MM-DD", path.appending(path: \.date), "Set the date of the recording for the model [2025-01-01]"),
    ]
  }

  /// The field of the Earth at the place of a log; nil if the place is unknown.
  func field(for header: LogHeader) -> GeomagneticField? {
    let place = TrueNorth(at: location, date: date).resolved(by: header)
    return place.position.map {
      WorldMagneticModel.field(at: $0, decimalYear: place.date?.decimalYear ?? WorldMagneticModel.epoch)
    }
  }
}
