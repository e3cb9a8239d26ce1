// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import Rotations
import MotionSamples
import CCardan

@c @implementation
public func cardan_version() -> UnsafePointer<CChar>? { cardan_version_text() }

@c @implementation
public func cardan_status_text(_ status: cardan_status) -> UnsafePointer<CChar>? { status.text.cString }

@c @implementation
public func cardan_filter_kind_named(
  _ name: UnsafePointer<CChar>?, _ kind: UnsafeMutablePointer<cardan_filter_kind>?
) -> cardan_status {
  guard let name, let kind else { return CARDAN_NULL_ARGUMENT }
  for number in 0..<UInt32(CARDAN_FILTER_COUNT) {
    let candidate = cardan_filter_kind(rawValue: number)
    guard let itsName = candidate.name, itsName.equalsIgnoringCase(name) else { continue }
    kind.pointee = candidate
    return CARDAN_OK
  }
  return CARDAN_BAD_ARGUMENT
}

@c @implementation
public func cardan_filter_kind_name(_ kind: cardan_filter_kind) -> UnsafePointer<CChar>? { kind.name?.cString }

@c @implementation
public func cardan_frame_named(
  _ name: UnsafePointer<CChar>?, _ frame: UnsafeMutablePointer<cardan_frame>?
) -> cardan_status {
  guard let name, let frame else { return CARDAN_NULL_ARGUMENT }
  var candidate = CARDAN_FRAME_ENU
  while let itsName = candidate.name {
    if itsName.equalsIgnoringCase(name) {
      frame.pointee = candidate
      return CARDAN_OK
    }
    candidate = cardan_frame(rawValue: candidate.rawValue + 1)
  }
  return CARDAN_BAD_ARGUMENT
}

@c @implementation
public func cardan_frame_name(_ frame: cardan_frame) -> UnsafePointer<CChar>? { frame.name?.cString }

@c @implementation
public func cardan_flag_name(_ flag: UInt32) -> UnsafePointer<CChar>? {
  let name: StaticString? =
    switch Int(flag) {
    case CARDAN_ANGULAR_RATE_REJECTED: "angular_rate_rejected"
    case CARDAN_SPECIFIC_FORCE_REJECTED: "specific_force_rejected"
    case CARDAN_MAGNETIC_FIELD_REJECTED: "magnetic_field_rejected"
    case CARDAN_INTERVAL_REJECTED: "interval_rejected"
    case CARDAN_AFTER_GAP: "after_gap"
    case CARDAN_AT_REST: "at_rest"
    case CARDAN_INITIALIZING: "initializing"
    case CARDAN_FIELD_DISTURBED: "field_disturbed"
    case CARDAN_SATURATED: "saturated"
    case CARDAN_CORRECTED_BY_JUMP: "corrected_by_jump"
    case CARDAN_DISCONTINUITY: "discontinuity"
    case CARDAN_ANGULAR_RATE_ABSENT: "angular_rate_absent"
    case CARDAN_SPECIFIC_FORCE_ABSENT: "specific_force_absent"
    case CARDAN_MAGNETIC_FIELD_ABSENT: "magnetic_field_absent"
    case CARDAN_HEADING_UNKNOWN: "heading_unknown"
    case CARDAN_VELOCITY_REJECTED: "velocity_rejected"
    default: nil
    }
  return name?.cString
}

@c @implementation
public func cardan_doubt_text(_ doubt: UInt32) -> UnsafePointer<CChar>? {
  UInt8(exactly: doubt).flatMap { InputDoubts(rawValue: $0).text }?.cString
}

extension cardan_filter_kind {
  /// The name in options and files.
  fileprivate var name: StaticString? { FilterKind(self)?.text.name }
}

extension cardan_frame {
  /// The name in options and files.
  fileprivate var name: StaticString? {
    switch self {
    case CARDAN_FRAME_ENU: "enu"
    case CARDAN_FRAME_NED: "ned"
    case CARDAN_FRAME_NWU: "nwu"
    case CARDAN_FRAME_X_ARBITRARY_Z_VERTICAL: "x-arbitrary-z-vertical"
    case CARDAN_FRAME_X_ARBITRARY_CORRECTED_Z_VERTICAL: "x-arbitrary-corrected-z-vertical"
    case CARDAN_FRAME_X_MAGNETIC_NORTH_Z_VERTICAL: "x-magnetic-north-z-vertical"
    case CARDAN_FRAME_X_TRUE_NORTH_Z_VERTICAL: "x-true-north-z-vertical"
    default: nil
    }
  }
}

extension cardan_status {
  /// The status text, at most six words.
  fileprivate var text: StaticString {
    switch self {
    case CARDAN_OK: "no error"
    case CARDAN_NOTHING_READY: "no sample ready yet"
    case CARDAN_NULL_ARGUMENT: "required pointer is NULL"
    case CARDAN_BAD_ARGUMENT: "argument out of range"
    case CARDAN_BAD_HANDLE: "invalid handle"
    case CARDAN_BAD_SIZE: "wrong buffer or struct size"
    case CARDAN_BAD_ALIGNMENT: "buffer not aligned to CARDAN_ALIGNMENT"
    case CARDAN_UNKNOWN_PARAMETER: "unknown parameter of this filter"
    case CARDAN_PARAMETER_OUT_OF_RANGE: "parameter value out of range"
    case CARDAN_BAD_AXES: "repeated or mirrored axes"
    case CARDAN_BAD_CALIBRATION: "singular or non-finite calibration"
    case CARDAN_WRONG_VERSION: "made by an incompatible version"
    case CARDAN_WRONG_FILTER: "snapshot of another filter or behavior"
    case CARDAN_CORRUPT: "invalid or modified snapshot"
    case CARDAN_UNSUPPORTED: "not supported by this filter"
    case CARDAN_NO_MEMORY: "out of memory"
    case CARDAN_UNREADABLE: "unreadable file"
    case CARDAN_BAD_FORMAT: "unexpected file format"
    case CARDAN_UNDETERMINED: "not enough information in the recording"
    default: "unknown status"
    }
  }
}
