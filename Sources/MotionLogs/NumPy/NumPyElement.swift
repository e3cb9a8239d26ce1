/// How NumPy stores one number: the type strings `<f8`, `|u1` ... of its array interface.
struct NumPyElement: Equatable, Sendable {
  /// What the bytes are.
  enum Kind: Equatable, Sendable {
    case float, signed, unsigned
    /// Something that is no number and is passed over.
    case opaque
  }

  /// What the bytes are.
  var kind: Kind
  /// How many bytes there are.
  var size: Int
  /// The unit that belongs to the type: that of `datetime64`, which counts from 1970.
  var unit: String?

  /// The element of a type string; nil where it is not known or of variable size.
  init?(_ text: String) {
    guard let order = text.first, "<>|=".contains(order) else { return nil }
    let type = text.dropFirst()
    let parts = type.dropFirst().split(separator: "[", maxSplits: 1)
    guard let letter = type.first, let digits = parts.first, let count = Int(digits), 0...(1 << 20) ~= count else {
      return nil
    }
    size = count
    switch (letter, count) {
    case ("f", 4), ("f", 8): kind = .float
    case ("i", 1), ("i", 2), ("i", 4), ("i", 8): kind = .signed
    case ("u", 1), ("u", 2), ("u", 4), ("u", 8), ("b", 1): kind = .unsigned
    case ("M", 8):
      kind = .signed
      unit = parts.count == 2 ? String(parts[1].dropLast()) : nil
    case ("U", _): (kind, size) = (.opaque, 4 * count)
    case ("S", _), ("V", _), ("f", _), ("c", _), ("m", _): kind = .opaque
    default: return nil
    }
    if order == ">" && kind != .opaque && count > 1 { return nil }
  }

  /// What is needed to read it.
  var layout: Layout { Layout(kind: kind, size: size) }

  /// How the bytes of a number are to be read.
  struct Layout {
    let kind: Kind
    let size: Int

    /// The number at an address; not-a-number for what is none.
    @inline(__always)
    func number(at address: UnsafeRawPointer) -> Double {
      if kind == .float {
        return size == 8
          ? address.loadUnaligned(as: Double.self) : Double(address.loadUnaligned(as: Float.self))
      }
      return integer(at: address).map { Double($0) }
        ?? (kind == .unsigned && size == 8 ? Double(UInt64(bits(at: address))) : .nan)
    }

    /// The whole number at an address; nil for other kinds and above 2^63.
    @inline(__always)
    func integer(at address: UnsafeRawPointer) -> Int64? {
      switch kind {
      case .signed:
        return Int64(truncatingIfNeeded: bits(at: address) &<< UInt64(64 - 8 * size)) &>> Int64(64 - 8 * size)
      case .unsigned: return Int64(exactly: bits(at: address))
      case .float, .opaque: return nil
      }
    }

    @inline(__always)
    private func bits(at address: UnsafeRawPointer) -> UInt64 {
      switch size {
      case 1: UInt64(address.load(as: UInt8.self))
      case 2: UInt64(address.loadUnaligned(as: UInt16.self))
      case 4: UInt64(address.loadUnaligned(as: UInt32.self))
      default: address.loadUnaligned(as: UInt64.self)
      }
    }
  }
}
