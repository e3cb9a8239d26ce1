import CLibFuzzer
import Glibc

// The functions that libFuzzer calls: `cardan-fuzz DOOR [FOLDER…] [-options]`.

/// The door of this process.
nonisolated(unsafe) private var door = Door.text

/// Takes the name of the door out of the arguments.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
  // libFuzzer starts itself again for some of its tasks, without arguments of ours.
  let given = count.pointee > 1 ? arguments.pointee[1].map { String(cString: $0) } : nil
  guard let name = getenv("CARDAN_FUZZ_DOOR").map({ String(cString: $0) }) ?? given, let named = Door(rawValue: name)
  else {
    let doors = Door.allCases.map(\.rawValue).joined(separator: "|")
    let usage = Array("usage: cardan-fuzz \(doors) [FOLDER...] [-OPTION=VALUE...]\n".utf8)
    write(STDERR_FILENO, usage, usage.count)
    exit(2)
  }
  door = named
  setenv("CARDAN_FUZZ_DOOR", name, 1)
  guard given == name else { return 0 }
  for place in 1..<Int(count.pointee) { arguments.pointee[place] = arguments.pointee[place + 1] }
  count.pointee -= 1
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  door.take(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ largestSize: Int, _ seed: UInt32) -> Int {
  let count = LLVMFuzzerMutate(data, size, largestSize)
  var bytes = Array(UnsafeBufferPointer(start: data, count: count))
  door.repair(&bytes)
  for (place, byte) in bytes.prefix(largestSize).enumerated() { data[place] = byte }
  return min(bytes.count, largestSize)
}
