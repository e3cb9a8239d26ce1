/// `cardan completions`: the completion script of a shell.
struct CompletionsCommand: Subcommand {
  /// The shell, as given.
  var shells: [String] = []

  static var syntax: CommandSyntax<Self> {
    CommandSyntax(
      name: "completions",
      summary: "Write a script that lets bash, zsh or fish complete the command lines of cardan.",
      operands: .init(
        placeholder: "SHELL", help: "bash, zsh or fish", count: 1...1, target: \.shells, file: { _ in nil }),
      options: [],
      examples: [
        .init(line: "source <(cardan completions bash)", purpose: "Completion in bash; a line for ~/.bashrc."),
        .init(
          line: "cardan completions fish > ~/.config/fish/completions/cardan.fish",
          purpose: "Completion in fish; run once."),
      ])
  }

  func validate() throws(UsageError) {
    guard CompletionScript(argument: shells[0]) == nil else { return }
    throw UsageError(
      "SHELL takes \(CompletionScript.expectation), not '\(shells[0])'",
      suggestion: Spelling.nearest(to: shells[0], among: CompletionScript.choices).map { "'\($0)'" })
  }

  func run() throws -> ExitStatus {
    if let script = CompletionScript(argument: shells[0]) { try Console.write(script.text(for: CommandList.outlines)) }
    return .success
  }
}

/// A script that lets a shell complete the command lines of `cardan`.
enum CompletionScript: String, NamedChoice {
  case bash
  case zsh
  case fish

  /// The script for these subcommands.
  func text(for commands: [CommandOutline]) -> String {
    switch self {
    case .bash: Self.bash(commands)
    case .zsh: Self.zsh(commands)
    case .fish: Self.fish(commands)
    }
  }

  /// The options of a subcommand, the choices of an option, and files elsewhere.
  private static func bash(_ commands: [CommandOutline]) -> String {
    let cases = commands.map { command in
      let values = command.options.filter { !$0.choices.isEmpty }.map { option in
        "        \(patterns(option)) words='\(option.choices.joined(separator: " "))' ;;\n"
      }
      let words = command.options.map { "--\($0.long)" }.joined(separator: " ")
      let choice = values.isEmpty ? "" : "      case \"$previous\" in\n\(values.joined())      esac\n"
      return "    \(command.name))\n      [[ $current == -* ]] && words='\(words)'\n\(choice)      ;;\n"
    }
    return """
      # Completion of cardan for bash.
      _cardan() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=''
        if [ "$COMP_CWORD" -eq 1 ]; then
          words='\(commands.map(\.name).joined(separator: " ")) --help --version'
        else
          case "${COMP_WORDS[1]}" in
      \(cases.joined())    help) words='\(commands.map(\.name).joined(separator: " "))' ;;
          esac
        fi
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        [ -n "$words" ] || COMPREPLY=($(compgen -f -- "$current"))
      }
      complete -o filenames -F _cardan cardan

      """
  }

  private static func patterns(_ option: CommandOutline.Option) -> String {
    (["--\(option.long)"] + (option.short.map { ["-\($0)"] } ?? [])).joined(separator: "|") + ")"
  }

  private static func zsh(_ commands: [CommandOutline]) -> String {
    let names = commands.map { "    '\($0.name):\(quoted($0.summary))'\n" }
    let cases = commands.map { command in
      let rules = command.options.map { option in
        let value =
          option.placeholder.map {
            option.choices.isEmpty ? ":\($0):_files" : ":\($0):(\(option.choices.joined(separator: " ")))"
          }
          ?? ""
        return "        '--\(option.long)[\(quoted(firstSentence(option.help)))]\(value)' \\\n"
      }
      return "    \(command.name))\n      _arguments \\\n\(rules.joined())        '*:file:_files' ;;\n"
    }
    return """
      #compdef cardan
      # Completion of cardan for zsh.
      _cardan() {
        local -a commands
        commands=(
      \(names.joined())  )
        if (( CURRENT == 2 )); then
          _describe 'subcommand' commands
          return
        fi
        local name=$words[2]
        shift words
        (( CURRENT-- ))
        case $name in
      \(cases.joined())  esac
      }
      _cardan "$@"

      """
  }

  private static func fish(_ commands: [CommandOutline]) -> String {
    var lines = ["# Completion of cardan for fish."]
    for command in commands {
      lines.append(
        "complete -c cardan -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'")
      for option in command.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        let value =
          option.placeholder == nil
          ? "" : option.choices.isEmpty ? " -r" : " -x -a '\(option.choices.joined(separator: " "))'"
        lines.append(
          "complete -c cardan -n '__fish_seen_subcommand_from \(command.name)' -l \(option.long)\(short)\(value)"
            + " -d '\(quoted(firstSentence(option.help)))'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text up to the first full stop, semicolon or default in brackets.
  private static func firstSentence(_ text: String) -> String {
    let sentence = [". ", ";", " ["].reduce(text) { $0.parts(separatedBy: $1)[0] }
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// Text that is safe between single quotes and in the brackets of zsh.
  private static func quoted(_ text: String) -> String {
    String(text.map { "'[]:\\".contains($0) ? " " : $0 })
  }
}
