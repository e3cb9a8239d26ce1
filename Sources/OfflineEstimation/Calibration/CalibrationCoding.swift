import Rotations

extension Vector3<Double> {
  /// The three coordinates as a list.
  var entries: [Double] { [x, y, z] }
}

extension Matrix3<Double> {
  /// The rows as lists.
  var entries: [[Double]] { [row0.entries, row1.entries, row2.entries] }
}

extension DenseMatrix {
  /// The rows as lists.
  var rows: [[Double]] { (0..<rowCount).map { Array(entries[$0 * columnCount..<($0 + 1) * columnCount]) } }
}

extension KeyedDecodingContainer {
  /// A list of three numbers.
  func decodeVector(forKey key: Key) throws -> Vector3<Double> {
    try vector(try decode([Double].self, forKey: key), key)
  }

  /// A list of three numbers, where it is there.
  func decodeVectorIfPresent(forKey key: Key) throws -> Vector3<Double>? {
    try decodeIfPresent([Double].self, forKey: key).map { try vector($0, key) }
  }

  /// A list of three lists of three numbers, where it is there.
  func decodeMatrixIfPresent(forKey key: Key) throws -> Matrix3<Double>? {
    try decodeIfPresent([[Double]].self, forKey: key).map { rows in
      guard rows.count == 3 else { throw error(key, "has \(rows.count) rows, and should have 3") }
      return Matrix3(rows: try vector(rows[0], key), try vector(rows[1], key), try vector(rows[2], key))
    }
  }

  /// A list of as many lists of numbers as each of them has numbers, where it is there.
  func decodeSquareIfPresent(forKey key: Key) throws -> DenseMatrix? {
    try decodeIfPresent([[Double]].self, forKey: key).map { rows in
      guard rows.allSatisfy({ $0.count == rows.count }) else { throw error(key, "is no square matrix") }
      return DenseMatrix(rowCount: rows.count, columnCount: rows.count, entries: rows.flatMap { $0 })
    }
  }

  private func vector(_ values: [Double], _ key: Key) throws -> Vector3<Double> {
    guard values.count == 3 else { throw error(key, "has \(values.count) numbers, and should have 3") }
    return Vector3(x: values[0], y: values[1], z: values[2])
  }

  private func error(_ key: Key, _ message: String) -> DecodingError {
    DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }
}
