import Foundation

/// What a program that has ended left behind.
public struct ProgramRun: Sendable {
  public var status: Int32
  public var output: String
  public var errors: String

  public init(status: Int32, output: String, errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// Output, then errors.
  public var transcript: String { output + errors }
}

/// A program that could not be started, failed or took too long.
public struct ProgramError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// Runs other programs: the first argument is the program, found through PATH.
public enum Program {
  /// Runs a program to its end, by default in the folder of the project. `environment` is added to that of the tests.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], input: String = "", in folder: URL = Project.root,
    timeout: Duration = .seconds(900)
  ) throws(ProgramError) -> ProgramRun {
    do {
      return try withTemporaryFolder { streams in
        let process = try start(
          arguments, environment: environment, in: folder,
          input: FileHandle(forReadingAtPath: try streams.write(input, to: "input")),
          output: FileHandle(forWritingAtPath: try streams.write("", to: "output")),
          errors: FileHandle(forWritingAtPath: try streams.write("", to: "errors")))
        let (identifier, clock) = (process.processIdentifier, ContinuousClock())
        let deadline = clock.now + timeout
        let end = DispatchWorkItem { kill(identifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout / .seconds(1), execute: end)
        process.waitUntilExit()
        end.cancel()
        if process.terminationReason == .uncaughtSignal, clock.now >= deadline {
          throw ProgramError("\(arguments.joined(separator: " ")) took longer than \(timeout)")
        }
        return ProgramRun(
          status: process.terminationStatus, output: try streams.text("output"), errors: try streams.text("errors"))
      }
    } catch let error as ProgramError {
      throw error
    } catch {
      throw ProgramError("\(arguments.joined(separator: " ")): \(error)")
    }
  }

  /// Runs a program that must succeed, and returns its output followed by its errors.
  @discardableResult
  public static func require(
    _ arguments: [String], environment: [String: String] = [:], in folder: URL = Project.root
  ) throws(ProgramError) -> String {
    let run = try run(arguments, environment: environment, in: folder)
    guard run.status == 0 else {
      throw ProgramError("\(arguments.joined(separator: " ")) ended with \(run.status): \(run.transcript)")
    }
    return run.transcript
  }

  /// Starts a program whose streams are files, pipes or nil, as `Process` takes them.
  public static func start(
    _ arguments: [String], environment: [String: String] = [:], in folder: URL = Project.root, input: Any? = nil,
    output: Any?, errors: Any?
  ) throws -> Process {
    // A child that ends early must not end the tests when they write to it. Children inherit this, as from many parents.
    signal(SIGPIPE, SIG_IGN)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try withAllSignals { try process.run() }
    return process
  }

  /// Lets every signal through while a program starts. It inherits the mask of its thread, and threads of a pool block
  /// signals: CMake would wait forever for the end of its own children.
  private static func withAllSignals(_ body: () throws -> Void) rethrows {
    var every = sigset_t()
    var former = sigset_t()
    sigfillset(&every)
    pthread_sigmask(SIG_UNBLOCK, &every, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try body()
  }
}
