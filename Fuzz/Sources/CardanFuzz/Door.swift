/// An entrance of the library through which bytes of others come in. Each has a folder of inputs in `corpus`.
enum Door: String, CaseIterable {
  /// Text logs: CSV, JSON lines, exports of phones and labs.
  case text
  /// `.npy` and `.npz`, and other zip archives.
  case numpy
  /// Arrow files and streams.
  case arrow
  /// PX4 logs.
  case ulog
  /// ArduPilot logs, binary and text.
  case dataflash
  /// MAVLink recordings of ground stations. Checksums are made right.
  case tlog
  /// Videos of GoPro cameras.
  case gpmf
  /// MCAP files, with each serialisation.
  case mcap
  /// ROS 1 bags.
  case rosbag
  /// ROS 2 bags in SQLite databases.
  case ros2
  /// Files that are compressed as a whole.
  case compressed
  /// Lines from a serial port.
  case lines
  /// MAVLink datagrams. Checksums are made right.
  case mavlink
  /// Calibration files.
  case calibration
  /// Snapshots of motion streams, each of which must be refused or continue with finite results.
  case snapshot

  /// Takes an input, which must end neither the program nor a promise of the library.
  func take(_ bytes: [UInt8]) {
    switch self {
    case .text, .numpy, .arrow, .ulog, .dataflash, .tlog, .gpmf, .mcap, .rosbag, .ros2, .compressed:
      LogDoor.take(bytes)
    case .lines: LinesDoor.take(bytes)
    case .mavlink: MAVLinkDoor.take(bytes)
    case .calibration: CalibrationDoor.take(bytes)
    case .snapshot: SnapshotDoor.take(bytes)
    }
  }

  /// Gives a mutated input what mutations alone would not find in many years: right checksums, a whole snapshot to begin with.
  func repair(_ bytes: inout [UInt8]) {
    switch self {
    case .tlog, .mavlink: MAVLinkDoor.repairChecksums(of: &bytes)
    case .snapshot: SnapshotDoor.fill(&bytes)
    default: break
    }
  }
}
