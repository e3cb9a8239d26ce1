import FileAccess
import LogTables

/// The readings of one sensor in a payload of GPMF.
final class GPMFStream {
  /// The number of the device.
  let device: UInt32
  /// The key of the readings: `GYRO`, `ACCL`, `MAGN`, `GPS5`, `GPS9`.
  let key: LetterCode
  /// The place of the readings in the payload, and the bytes of each.
  let (place, stride): (Int, Int)
  let count: Int
  /// The numbers of a reading: place, type, and the divisor to its unit.
  let numbers: [(offset: Int, type: NumberType, divisor: Double)]
  /// The numbers that are forward, left and up, with their signs; empty for readings without axes.
  let axes: [(number: Int, sign: Double)]
  /// What applies to the readings.
  let properties: GPMFProperties

  /// Readings; nil if they are not those of a sensor in use.
  init?(_ item: GPMFItem, at place: Int, _ properties: GPMFProperties) {
    let types = item.type == UInt8(ascii: "?") ? properties.types : [item.type]
    var (offset, numbers) = (0, [(offset: Int, type: NumberType, divisor: Double)]())
    while offset < item.size, !types.isEmpty {
      guard let type = Self.numberType(types[numbers.count % types.count]), offset + type.size <= item.size else {
        break
      }
      let divisors = properties.divisors
      let divisor = divisors.isEmpty ? 1 : divisors[min(numbers.count, divisors.count - 1)]
      numbers.append((offset, type, divisor == 0 ? 1 : divisor))
      offset += type.size
    }
    let isSensor: Bool
    switch item.key {
    case "GYRO", "ACCL", "MAGN":
      // Only the axes of gyroscope and accelerometer are documented where the file does not name them.
      guard let order = properties.orientation ?? (item.key == "MAGN" ? nil : properties.defaultOrientation) else {
        return nil
      }
      axes = order
      isSensor = numbers.count == 3
    case "GPS5": (axes, isSensor) = ([], numbers.count == 5)
    case "GPS9": (axes, isSensor) = ([], numbers.count == 9)
    default: return nil
    }
    guard isSensor, item.count > 0 else { return nil }
    (device, key, count, stride) = (properties.device, item.key, item.count, item.size)
    (self.place, self.numbers, self.properties) = (place, numbers, properties)
  }

  private static func numberType(_ letter: UInt8) -> NumberType? {
    switch letter {
    case UInt8(ascii: "b"): .int8
    case UInt8(ascii: "B"): .uint8
    case UInt8(ascii: "s"): .int16
    case UInt8(ascii: "S"): .uint16
    case UInt8(ascii: "l"): .int32
    case UInt8(ascii: "L"): .uint32
    case UInt8(ascii: "j"): .int64
    case UInt8(ascii: "J"): .uint64
    case UInt8(ascii: "f"): .float
    case UInt8(ascii: "d"): .double
    default: nil
    }
  }
}

/// What the keys before readings say of them.
struct GPMFProperties {
  var device: UInt32 = 0
  var deviceName = ""
  /// The divisors to SI units, one for all numbers or one for each.
  var divisors: [Double] = []
  /// The types of the numbers of a structure.
  var types: [UInt8] = []
  /// The numbers that are forward, left and up, with their signs, if the file names its axes.
  var orientation: [(number: Int, sign: Double)]?
  /// The temperature of the sensor in degrees Celsius.
  var temperature = Double.nan
  /// The time of the first reading by the clock of the camera in ns: to 1 µs, and to 1 ms.
  var (fineTime, coarseTime): (Int64?, Int64?)
  /// The kind of a fix, 3 for three dimensions, and its time since 1970 in seconds.
  var (fix, unixTime) = (Double.nan, Double.nan)

  /// The orders of axes where files do not name them. Source: gopro/gpmf-parser, README, tables of cameras.
  var defaultOrientation: [(number: Int, sign: Double)]? {
    let name = deviceName.uppercased()
    return Self.axes(name.includes("HERO6") ? "YxZ" : name.includes("FUSION") ? "yXZ" : "ZXY")
  }

  /// Forward, left and up from the axes of the numbers of a reading, in lower case for the opposite direction. The camera's
  /// x points left, y backward and z up.
  static func axes(_ order: String) -> [(number: Int, sign: Double)]? {
    let letters = Array(order.utf8)
    let directions = [(UInt8(ascii: "Y"), -1.0), (UInt8(ascii: "X"), 1.0), (UInt8(ascii: "Z"), 1.0)]
    let axes = directions.compactMap { letter, sign in
      letters.firstIndex { $0 & ~0x20 == letter }.map { (number: $0, sign: letters[$0] == letter ? sign : -sign) }
    }
    return letters.count == 3 && axes.count == 3 ? axes : nil
  }

  /// Takes a key that is not a reading. The bytes are those of the item.
  mutating func take(_ item: GPMFItem, _ bytes: ByteCursor) {
    func integer() -> UInt64? { bytes.integer(at: 0, as: UInt64.self)?.byteSwapped }
    func word(_ index: Int = 0) -> UInt32? { bytes.integer(at: 4 * index, as: UInt32.self)?.byteSwapped }
    var text: String { String(decoding: bytes.bytes.prefix { $0 != 0 }, as: UTF8.self) }
    switch item.key {
    case "DVID": device = word() ?? 0
    case "DVNM": deviceName = text
    case "ORIN": orientation = Self.axes(text)
    case "TYPE": types = Array(bytes.bytes.prefix { $0 != 0 })
    case "STMP": fineTime = integer().flatMap { $0 < 1 << 52 ? Int64($0) * 1000 : nil }
    case "TICK": coarseTime = word().map { Int64($0) * 1_000_000 }
    case "TMPC": temperature = word().map { Double(Float(bitPattern: $0)) } ?? .nan
    case "GPSF": fix = word().map(Double.init) ?? .nan
    case "GPSU": unixTime = Self.unixTime(text) ?? .nan
    case "SCAL":
      let type: NumberType? =
        switch item.type {
        case UInt8(ascii: "s"): .int16
        case UInt8(ascii: "S"): .uint16
        case UInt8(ascii: "l"): .int32
        case UInt8(ascii: "L"): .uint32
        case UInt8(ascii: "f"): .float
        default: nil
        }
      guard let type else { return }
      divisors = (0..<(bytes.remaining / type.size)).map { type.value(bytes, at: $0 * type.size, isBigEndian: true) }
    default: break
    }
  }

  /// Seconds since 1970 of a text such as `170118090214.400`: year from 2000, month, day, hour, minute, second.
  private static func unixTime(_ text: String) -> Double? {
    let digits = Array(text.utf8)
    guard digits.count >= 12, digits.prefix(12).allSatisfy({ $0 ^ 0x30 < 10 }) else { return nil }
    let parts = (0..<6).map { String(decoding: digits[(2 * $0)..<(2 * $0 + 2)], as: UTF8.self) }
    let rest = String(decoding: digits[12...], as: UTF8.self)
    let date = "20\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])\(rest)"
    var bytes = ArraySlice(date.utf8)
    return CalendarTime(&bytes).map { Double($0.nanoseconds) * 1e-9 }
  }
}

/// A key of GPMF and the layout of its values.
struct GPMFItem {
  var key: LetterCode
  /// The letter of the type of the values; 0 for a key with other keys in it.
  var type: UInt8
  /// The bytes of a value, which may be several numbers.
  var size: Int
  var count: Int

  static let headerSize = 8
  private static let types = Set("bBcdfFGjJlLqQsSU?".utf8)

  /// The bytes of its values.
  var contentSize: Int { size * count }
  /// The bytes up to the next key: keys begin at multiples of four. Those in another key follow it directly.
  var step: Int { Self.headerSize + (type == 0 ? 0 : (contentSize + 3) & ~3) }

  /// The item at a place; nil if it is not plausible.
  init?(_ bytes: ByteCursor, at place: Int) {
    guard let code = bytes.integer(at: place, as: UInt32.self)?.byteSwapped,
      let count = bytes.integer(at: place + 6, as: UInt16.self)?.byteSwapped
    else { return nil }
    key = LetterCode(rawValue: code)
    (type, size) = (bytes.bytes[place + 4], Int(bytes.bytes[place + 5]))
    self.count = Int(count)
    guard type == 0 || Self.types.contains(type), key.bytes.allSatisfy({ $0 >= 32 && $0 < 127 }) else { return nil }
  }
}

/// The readings in a payload of GPMF. Damage is skipped up to the next stream.
///
/// Source: gopro/gpmf-parser, README, "GPMF Deeper Dive".
struct GPMFPayload {
  /// The readings of the sensors in use.
  private(set) var streams: [GPMFStream] = []
  /// What was skipped: place and bytes.
  private(set) var skipped: [Range<Int>] = []

  /// The most streams of sensors; cameras have a few.
  private static let mostStreams = 256

  /// Reads a payload. With `isCut`, its end is missing: readings before the cut count.
  init(_ bytes: UnsafeRawBufferPointer, isCut: Bool) {
    let bytes = ByteCursor(bytes)
    let end = bytes.bytes.count
    var (place, device, stream, isInStream) = (0, GPMFProperties(), GPMFProperties(), false)
    while place + GPMFItem.headerSize <= end {
      // Zeros fill the end.
      if bytes.integer(at: place, as: UInt32.self) == 0 { break }
      guard var item = GPMFItem(bytes, at: place), let next = Self.end(of: &item, bytes, at: place, isCut: isCut) else {
        let start = place
        repeat { place += 4 } while place + GPMFItem.headerSize <= end && !Self.isStart(bytes, at: place)
        skipped.append(start..<min(place, end))
        continue
      }
      let content = place + GPMFItem.headerSize
      if item.type == 0 {
        if item.key == "DEVC" { device = GPMFProperties() }
        (stream, isInStream) = (device, item.key == "STRM")
      } else if let readings = GPMFStream(item, at: content, stream) {
        guard streams.count < Self.mostStreams else {
          skipped.append(place..<end)
          return
        }
        streams.append(readings)
      } else {
        let values = ByteCursor(UnsafeRawBufferPointer(rebasing: bytes.bytes[content..<(content + item.contentSize)]))
        stream.take(item, values)
        // What precedes all streams applies to each.
        if !isInStream { device.take(item, values) }
      }
      place = next
    }
    if isCut, place < end || skipped.isEmpty { skipped.append(min(place, end)..<end) }
  }

  /// The place behind an item; nil if it does not end within the payload, or if no other one follows. Values behind a cut are
  /// removed from the item.
  private static func end(of item: inout GPMFItem, _ bytes: ByteCursor, at place: Int, isCut: Bool) -> Int? {
    let (next, end) = (place + item.step, bytes.bytes.count)
    if next > end {
      guard isCut, item.size > 0 else { return nil }
      item.count = (end - place - GPMFItem.headerSize) / item.size
      return end
    }
    if next + GPMFItem.headerSize > end || bytes.integer(at: next, as: UInt32.self) == 0 { return next }
    return GPMFItem(bytes, at: next) == nil ? nil : next
  }

  /// Whether a stream or a device begins at a place.
  private static func isStart(_ bytes: ByteCursor, at place: Int) -> Bool {
    guard let item = GPMFItem(bytes, at: place) else { return false }
    return item.type == 0 && (item.key == "STRM" || item.key == "DEVC")
  }
}
