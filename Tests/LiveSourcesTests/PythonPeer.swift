import Foundation
import TestSupport

/// Programs of others in Python, installed by `Scripts/install-python-peers`.
enum PythonPeer {
  /// Starts a script of `Peers`; what it prints can be read from the pipe.
  static func start(_ script: String, _ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let output = Pipe()
    let path = Project.file("Tests/LiveSourcesTests/Peers/\(script)").path
    let process = try Program.start(
      [Toolchain.python, path] + arguments, input: FileHandle.nullDevice, output: output,
      errors: FileHandle.standardError)
    return (process, output)
  }
}
