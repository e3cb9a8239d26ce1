import FileAccess
import LogTables

/// A kind of file that people have and that is not read: its first bytes, and how its readings become a log.
struct ForeignFile {
  /// What it is, and the way out.
  var name: String
  var wayOut: String
  /// The bytes at a place.
  private var mark: [UInt8]
  private var place = 0

  private init(_ mark: [UInt8], at place: Int = 0, _ name: String, _ wayOut: String) {
    (self.mark, self.place, self.name, self.wayOut) = (mark, place, name, wayOut)
  }

  private init(_ mark: String, at place: Int = 0, _ name: String, _ wayOut: String) {
    self.init(Array(mark.utf8), at: place, name, wayOut)
  }

  /// What a file is by its first bytes; nil for others.
  init?(_ head: UnsafeRawBufferPointer) {
    guard let found = Self.all.first(where: { head.dropFirst($0.place).starts(with: $0.mark) }) ?? Self.office(head)
    else {
      return nil
    }
    self = found
  }

  /// Whether the mark is too long to begin another file by chance.
  var isCertain: Bool { mark.count >= 8 || mark.isEmpty }

  /// The error for a file of the kind.
  func error(path: String) -> LogError { LogError(path: path, message: "\(name), which is not read; \(wayOut)") }

  private static let all: [ForeignFile] = [
    ForeignFile(
      "H Product:Blackbox flight data recorder", "a Betaflight or INAV blackbox log",
      "convert it with 'blackbox_decode --unit-rotation deg/s' to CSV"),
    ForeignFile([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], "an Excel workbook (.xls)", "save the sheet as CSV"),
    ForeignFile([0x02, 0x50], "a C3D file", "export its analog channels as CSV, for example with Python's ezc3d"),
    ForeignFile([0x04, 0x50], "a C3D file", "export its analog channels as CSV, for example with Python's ezc3d"),
    ForeignFile(
      [0x4d, 0x44, 0xfc, 0x03], "an Axivity recording (.cwa)", "convert it with 'cwa-convert FILE -out log.csv'"),
    ForeignFile("MTB", "an Xsens recording (.mtb)", "export it from MT Manager or MVN as text"),
    ForeignFile([0xfa, 0xff], "an Xsens recording (.mtb)", "export it from MT Manager or MVN as text"),
    ForeignFile([0xb5, 0x62], "u-blox messages (UBX)", "convert them with 'pyubx2' or u-center to CSV"),
    ForeignFile([0xff, 0x5a], "an SBG Systems log (sbgECom)", "convert it with 'sbgBasicLogger' to CSV"),
    ForeignFile([0xfa, 0x01], "VectorNav binary output", "export it from VectorNav Control Center as CSV"),
    ForeignFile("TDSm", "a LabVIEW measurement (TDMS)", "convert it in Python with npTDMS"),
    ForeignFile("PAR1", "a Parquet table", "write it as Arrow: pandas.read_parquet(FILE).to_feather('log.arrow')"),
    ForeignFile("%PDF", "a PDF document", "give the log itself"),
    ForeignFile([0x89, 0x50, 0x4e, 0x47], "a picture", "give the log itself"),
    ForeignFile([0xff, 0xd8, 0xff], "a picture", "give the log itself"),
    ForeignFile([0x80, 0x04, 0x95], "a Python pickle", "write its arrays with numpy.savez"),
  ]

  /// A zip archive of an office program: its first member describes the others.
  private static func office(_ head: UnsafeRawBufferPointer) -> ForeignFile? {
    guard head.starts(with: ZipArchive.signature) else { return nil }
    let start = head.prefix(4096)
    func contains(_ text: String) -> Bool {
      let mark = Array(text.utf8)
      return start.indices.contains { start[$0...].starts(with: mark) }
    }
    guard contains("[Content_Types].xml") || contains("application/vnd.oasis.opendocument") else { return nil }
    return ForeignFile("", "an Excel workbook or another office document", "save the sheet as CSV")
  }
}
