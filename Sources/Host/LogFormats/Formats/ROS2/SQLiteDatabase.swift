import CSQLite
import FileAccess
import LogTables

/// An SQLite database open for reading; closed by `deinit`.
///
/// Its schema is part of the file: a view or a generated column would be a program of its author. Only plain tables are read, and
/// the instructions of every query are charged.
final class SQLiteDatabase {
  /// The first bytes of a file.
  static let magic = Array("SQLite format 3\0".utf8)

  private var database: OpaquePointer?
  /// The path in messages.
  let path: String
  let work: WorkBudget
  /// Why a query was ended.
  fileprivate var failure: LogError?

  /// The longest blob, text or row.
  private static let longestValue: Int32 = 1 << 26
  /// Instructions between two charges.
  private static let instructionsPerCharge: Int32 = 1000
  /// The bytes of the file and of what was written last.
  fileprivate let size: Int

  /// Opens a file. `path` is for messages. Throws if the library is missing or the file cannot be opened.
  init(_ file: String, path: String, work: WorkBudget) throws(LogError) {
    (self.path, self.work) = (path, work)
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
    guard let database else { return }
    sqlite3_limit(database, Int32(CARDAN_SQLITE_LIMIT_LENGTH), Self.longestValue)
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      database, Self.instructionsPerCharge,
      { context in
        guard let context else { return 1 }
        return Unmanaged<SQLiteDatabase>.fromOpaque(context).takeUnretainedValue().chargeInstructions() ? 0 : 1
      }, context)
    _ = try query("PRAGMA trusted_schema = OFF")?.next()
  }

  deinit { sqlite3_close(database) }

  private func chargeInstructions() -> Bool {
    do throws(LogError) {
      try work.charge(Int(Self.instructionsPerCharge))
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// A query; nil if the database is damaged or has no such tables. Throws if there is no more work.
  func query(_ text: String) throws(LogError) -> SQLiteQuery? {
    var statement: OpaquePointer?
    guard let database, sqlite3_prepare_v2(database, text, -1, &statement, nil) == CARDAN_SQLITE_OK, let statement
    else {
      if let failure { throw failure }
      return nil
    }
    return SQLiteQuery(statement, of: self)
  }

  /// Throws unless a table is one with stored columns only.
  func requirePlain(_ table: String) throws(LogError) {
    let kinds = try query("SELECT type, rootpage FROM sqlite_master WHERE name = '\(table)'")
    // A virtual table has no page.
    guard let kinds, try kinds.next() == .row, kinds.text(0) == "table", kinds.integer(1) > 0 else {
      throw LogError(path: path, name: table, message: "not a plain table of the database")
    }
    guard let columns = try query("PRAGMA table_xinfo(\(table))") else { return }
    while try columns.next() == .row {
      if columns.integer(6) != 0 {
        throw LogError(path: path, name: table, message: "has the generated column \(columns.text(1))")
      }
    }
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
  /// Bytes of values since the last step: rows of a damaged tree may share them.
  private var bytesRead = 0

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

  /// Moves to the next row. Throws if there is no more work.
  func next() throws(LogError) -> Step {
    guard rowsLeft > 0 else { return .damaged }
    rowsLeft -= 1
    try database.work.charge(bytesRead)
    bytesRead = 0
    switch sqlite3_step(statement) {
    case Int32(CARDAN_SQLITE_ROW): return .row
    case Int32(CARDAN_SQLITE_DONE): return .end
    default:
      if let failure = database.failure { throw failure }
      return .damaged
    }
  }

  /// An integer of the row.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The bytes of a blob or text of the row, valid until the next step. The size of a blob lies within the file.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(statement, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    bytesRead += count
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// A text of the row.
  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
