import LogProcessing

/// The options of commands that work on several logs at once.
enum BatchOptions {
  /// The rules for a command that keeps the number of threads at `threads`.
  static func rules<Command>(threads: WritableKeyPath<Command, Int?>) -> [OptionRule<Command>] {
    [
      .value(
        "jobs", short: "j", "NUMBER", threads, "Logs in work at the same time (default: one per processor core).",
        expectation: "a whole number from 1 to 1024"
      ) { (1...1024).contains($0) }
    ]
  }

  /// The batch that the option asks for.
  static func batch(threads: Int?) -> LogBatch { threads.map(LogBatch.init(threadCount:)) ?? LogBatch() }
}
