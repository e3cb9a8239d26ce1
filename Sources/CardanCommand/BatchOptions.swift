/// The options of commands that process several logs at once.
enum BatchOptions {
  /// The rules of a command that stores the number of threads at `threads`.
  static func rules<Command>(threads: WritableKeyPath<Command, Int?>) -> [OptionRule<Command>] {
    [
      .value(
        "jobs", short: "j", "NUMBER", threads, "Process this many logs at the same time [one per CPU core]",
        expectation: "a whole number from 1 to 1024"
      ) { (1...1024).contains($0) }
    ]
  }
}
