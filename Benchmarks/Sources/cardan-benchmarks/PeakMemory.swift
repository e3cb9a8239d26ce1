import Foundation

/// The most memory that this process has held at once.
enum PeakMemory {
  /// Forgets the peak so far (Linux: proc(5), clear_refs).
  static func reset() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  /// The peak since then in MB (1e6 bytes); not a number where it is not told.
  static var megabytes: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split(separator: " ").compactMap { Double($0) }.first
    return kibibytes.map { $0 * 1024 / 1e6 } ?? .nan
  }
}
