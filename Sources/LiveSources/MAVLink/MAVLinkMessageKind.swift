/// The messages of MAVLink that are read and written here, of its dialect "common".
///
/// Source: MAVLink message definitions, `common.xml`; the layouts and their `CRC_EXTRA` are fixed by it for ever, and
/// extensions only add fields behind them.
enum MAVLinkMessageKind: UInt32, CaseIterable {
  case scaledIMU = 26
  case rawIMU = 27
  case attitude = 30
  case attitudeQuaternion = 31
  case highresIMU = 105
  case scaledIMU2 = 116
  case scaledIMU3 = 129

  /// The byte that stands for the layout in the checksum.
  var checksumExtra: UInt8 {
    switch self {
    case .scaledIMU: 170
    case .rawIMU: 144
    case .attitude: 39
    case .attitudeQuaternion: 246
    case .highresIMU: 93
    case .scaledIMU2: 76
    case .scaledIMU3: 46
    }
  }

  /// The length of the payload in bytes, with all extensions. What is trimmed off or not known to the sender is zero.
  var length: Int {
    switch self {
    case .scaledIMU, .scaledIMU2, .scaledIMU3: 24
    case .rawIMU: 29
    case .attitude: 28
    case .attitudeQuaternion: 48
    case .highresIMU: 63
    }
  }
}
