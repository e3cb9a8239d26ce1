/// The one table of a subcommand: parsing, errors and help all come from it.
struct CommandSyntax<Command> {
  /// What stands beside the options on the command line.
  struct Operands {
    /// What stands for one of them in the help: "LOG".
    var placeholder: String
    /// What they are.
    var help: String
    /// How many there must be at least and may be at most.
    var count: ClosedRange<Int>
    /// Where they go.
    var target: WritableKeyPath<Command, [String]>
  }

  /// A command line and what it does.
  struct Example {
    var line: String
    var purpose: String
  }

  /// The name of the subcommand.
  var name: String
  /// What it does, in one sentence.
  var summary: String
  /// What stands beside the options; nil where nothing may.
  var operands: Operands?
  /// The options, in the order of the help.
  var options: [OptionRule<Command>]
  /// Lists below the options: a title, and names with their meaning.
  var lists: [(title: String, rows: [(name: String, meaning: String)])] = []
  /// Paragraphs below the lists.
  var notes: [String] = []
  /// Command lines to copy.
  var examples: [Example] = []
}
