import CCardan

#if !hasFeature(Embedded)
  /// Where a caller wants to read what is wrong.
  public struct MessageBuffer {
    private let start: UnsafeMutablePointer<CChar>?
    private let size: Int

    /// A caller's memory; nil for a caller who does not want to know.
    public init(start: UnsafeMutablePointer<CChar>?, size: Int) {
      self.start = start
      self.size = size
    }

    /// Writes a text, cut to the room there is, and passes the status on.
    public func write(_ text: String, for status: cardan_status) -> cardan_status {
      guard let start, size > 0 else { return status }
      let bytes = text.utf8.prefix(size - 1)
      for (index, byte) in bytes.enumerated() { start[index] = CChar(bitPattern: byte) }
      start[bytes.count] = 0
      return status
    }
  }
#endif
