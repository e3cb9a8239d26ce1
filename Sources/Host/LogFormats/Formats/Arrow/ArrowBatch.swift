import FileAccess
import LogTables

/// The rows of a message: how many there are, and the places of the buffers of some fields.
struct ArrowBatch {
  /// The buffers of a field.
  struct Buffers {
    /// A bit for each row, set if it has a value; empty if all have.
    var validity: Range<Int>
    /// The same for each number of a vector.
    var childValidity: Range<Int>
    /// The numbers.
    var values: Range<Int>
  }

  /// More rows than any file has, so that sizes of buffers do not overflow.
  private static let mostRows: Int64 = 1 << 48
  /// The most bytes between the last buffer and the end of a message.
  private static let mostPadding = 1 << 16

  /// The number of rows.
  let rowCount: Int
  /// The buffers by the number of the field; nil for fields that are not numbers.
  private(set) var fields: [Buffers?] = []
  /// The place of its buffers in the file.
  let place: Range<Int>
  /// How the buffers are compressed.
  let compression: Compression?

  /// The batch of a message; nil if it does not fit the schema, or its buffers lie outside of the message.
  init?(_ message: ArrowMessages.Message, _ schema: ArrowSchema) {
    let table = message.table
    guard let count: Int64 = table.integer(0), let nodes = table.structures(1, of: 2),
      let buffers = table.structures(2, of: 2), let variadic = table.structures(4, of: 1), count >= 0,
      count <= Self.mostRows
    else { return nil }
    if let body = table.table(3) {
      guard let codec: UInt8 = body.integer(0), codec < 2, body.integer(1) == UInt8(0) else { return nil }
      compression = codec == 0 ? .lz4 : .zstd
    } else {
      compression = nil
    }
    (rowCount, place) = (Int(count), message.body)
    var walk = Walk(nodes: nodes, buffers: buffers, variadic: variadic[...], body: message.body)
    for field in schema.fields {
      let first = (walk.nextNode, walk.nextBuffer)
      guard walk.skip(field) else { return nil }
      guard field.width != nil else {
        fields.append(nil)
        continue
      }
      guard let found = walk.buffers(of: field, node: first.0, buffer: first.1, rowCount: rowCount) else { return nil }
      fields.append(found)
    }
    guard walk.isAtEnd, message.body.upperBound - walk.end <= Self.mostPadding else { return nil }
  }

  /// The position in the lists of a batch.
  private struct Walk {
    let nodes: [Int64]
    let buffers: [Int64]
    var variadic: ArraySlice<Int64>
    let body: Range<Int>
    private(set) var nextNode = 0
    private(set) var nextBuffer = 0

    init(nodes: [Int64], buffers: [Int64], variadic: ArraySlice<Int64>, body: Range<Int>) {
      (self.nodes, self.buffers, self.variadic, self.body) = (nodes, buffers, variadic, body)
    }

    var isAtEnd: Bool { 2 * nextNode == nodes.count && 2 * nextBuffer == buffers.count }

    /// Advances beyond a field and its children; false if the lists end before.
    mutating func skip(_ field: ArrowSchema.Field) -> Bool {
      nextNode += 1
      nextBuffer += field.bufferCount
      if field.isView {
        guard let more = variadic.popFirst(), 0...Int64(buffers.count) ~= more else { return false }
        nextBuffer += Int(more)
      }
      for child in field.children where !skip(child) { return false }
      return 2 * nextNode <= nodes.count && 2 * nextBuffer <= buffers.count
    }

    /// The end of the last buffer in the file.
    var end: Int {
      let ends: [Int64] = stride(from: 0, to: buffers.count, by: 2).map { buffers[$0] &+ buffers[$0 + 1] }
      return body.lowerBound + Int(min(ends.max() ?? 0, Int64(body.count)))
    }

    /// The buffers of a field of numbers whose node and first buffer have these numbers.
    func buffers(of field: ArrowSchema.Field, node: Int, buffer: Int, rowCount: Int) -> Buffers? {
      guard let validity = validity(node: node, buffer: buffer, count: rowCount) else { return nil }
      guard case .vector(let width) = field.content else {
        return range(buffer + 1).map { Buffers(validity: validity, childValidity: 0..<0, values: $0) }
      }
      guard let inner = self.validity(node: node + 1, buffer: buffer + 1, count: rowCount * width) else { return nil }
      return range(buffer + 2).map { Buffers(validity: validity, childValidity: inner, values: $0) }
    }

    /// The validity of a node of `count` elements.
    private func validity(node: Int, buffer: Int, count: Int) -> Range<Int>? {
      guard nodes[2 * node] == Int64(count), let range = range(buffer) else { return nil }
      return nodes[2 * node + 1] == 0 ? 0..<0 : range
    }

    /// The place of a buffer in the file; nil outside of the message.
    private func range(_ buffer: Int) -> Range<Int>? {
      let (offset, length) = (buffers[2 * buffer], buffers[2 * buffer + 1])
      guard 0...Int64(body.count) ~= offset, 0...(Int64(body.count) - offset) ~= length else { return nil }
      return (body.lowerBound + Int(offset))..<(body.lowerBound + Int(offset + length))
    }
  }
}
