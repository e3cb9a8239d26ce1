import CSQLite
import FileAccess
import LogTables

/// An SQLite database open for reading; closed by `deinit`.
final class SQLiteDatabase {
  /// The first bytes of a file.
  static let magic = Array("SQLite format 3\0".utf8)

  private var database: OpaquePointer?
  /// The bytes of the file and of what was written last.
  fileprivate let size: Int

  /// Opens a file. `path` is for messages. Throws if the library is missing or the file cannot be opened.
  init(_ file: String, path: String) throws(LogError) {
    if let problem = cardan_sqlite_missing() {
      throw LogError(path: path, message: "needs libsqlite3, which failed to load: \(String(cString: problem))")
    }
    // A database that is not being written needs neither locks nor a writable folder.
    let isWritten = FileKind(of: "\(file)-wal") == .file
    size = [file, "\(file)-wal"].reduce(0) { $0 + (RegularFile($1)?.size ?? 0) }
    let name = file.utf8.map { byte in
      let isPlain = byte > 32 && byte < 127 && !Array("%?#".utf8).contains(byte)
      let hex = String(byte, radix: 16)
      return isPlain ? String(UnicodeScalar(byte)) : "%\(hex.count < 2 ? "0" : "")\(hex)"
    }.joined()
    let uri = "file:\(name)?mode=ro\(isWritten ? "" : "&immutable=1")"
    guard sqlite3_open_v2(uri, &database, Int32(CARDAN_SQLITE_OPEN_READ_ONLY), nil) == CARDAN_SQLITE_OK else {
      let reason = String(cString: sqlite3_errmsg(database))
      sqlite3_close(database)
      throw LogError(path: path, message: "failed to open the database: \(reason)")
    }
  }

  deinit { sqlite3_close(database) }

  /// A query; nil if the database is damaged or has no such tables.
  func query(_ text: String) -> SQLiteQuery? {
    var statement: OpaquePointer?
    guard let database, sqlite3_prepare_v2(database, text, -1, &statement, nil) == CARDAN_SQLITE_OK, let statement
    else { return nil }
    return SQLiteQuery(statement, of: self)
  }
}

/// The rows of a query.
final class SQLiteQuery {
  /// What a step came to.
  enum Step {
    case row, end, damaged
  }

  private let statement: OpaquePointer
  private let database: SQLiteDatabase
  /// A row is a byte at least: more of them are the same ones again, of a tree whose branches meet.
  private var rowsLeft: Int

  fileprivate init(_ statement: OpaquePointer, of database: SQLiteDatabase) {
    self.statement = statement
    self.database = database
    rowsLeft = database.size
  }

  deinit { sqlite3_finalize(statement) }

  /// Begins again, with a value for the first parameter.
  func begin(_ value: Int64) {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, value)
  }

  /// Moves to the next row.
  func next() -> Step {
    guard rowsLeft > 0 else { return .damaged }
    rowsLeft -= 1
    return switch sqlite3_step(statement) {
    case Int32(CARDAN_SQLITE_ROW): .row
    case Int32(CARDAN_SQLITE_DONE): .end
    default: .damaged
    }
  }

  /// An integer of the row.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The bytes of a blob or text of the row, valid until the next step. The size of a blob lies within the file.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }

  /// A text of the row.
  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
