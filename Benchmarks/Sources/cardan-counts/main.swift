import Counters
import Foundation

// Counts the instructions and allocations of every filter's update and compares them with the committed thresholds.
// Counts, unlike times, are reproducible.

let usage = """
  usage: cardan-counts [--thresholds FILE] [--update]

    --thresholds FILE   Read the committed counts from FILE [Benchmarks/instruction-counts.json]
    --update            Write the new counts there instead of comparing

  Exits with 1 if a count exceeds its threshold by more than 5 %.
  """

#if compiler(>=6.4)
  let compilerName = "Swift 6.4 or later"
#elseif compiler(>=6.3)
  let compilerName = "Swift 6.3"
#else
  let compilerName = "Swift 6.2 or earlier"
#endif

func count(_ arguments: [String]) throws(CountError) -> Int32 {
  var path = "Benchmarks/instruction-counts.json"
  var updates = false
  var rest = arguments[...]
  while let argument = rest.popFirst() {
    switch argument {
    case "--update": updates = true
    case "--thresholds":
      guard let value = rest.popFirst() else { throw CountError(message: "--thresholds needs a file\n\(usage)") }
      path = value
    default: throw CountError(message: "unknown option \(argument)\n\(usage)")
    }
  }
  guard cardan_can_count_instructions() != 0 else {
    throw CountError(message: "built without valgrind's headers: apt install valgrind, remove Benchmarks/.build")
  }
  let plan = CountPlan()
  let counts = try InstructionCount.all(of: plan, CallgrindSession(arguments: ["--child"]))
  print(CountTable(plan: plan, counts: counts).markdown)
  let result = CountThresholds(compiler: compilerName, counts: counts)
  try result.write(to: "Benchmarks/results/counts.json")
  if updates {
    try result.write(to: path)
    return 0
  }
  return try report(CountThresholds(path: path), counts, path)
}

func report(_ thresholds: CountThresholds, _ counts: [String: InstructionCount], _ path: String) -> Int32 {
  let verdict = thresholds.verdict(on: counts)
  for line in verdict.falls { print("fell: \(line)") }
  if !verdict.falls.isEmpty { print("Lower the thresholds: make bench-counts COUNTS=--update, and commit \(path).") }
  for line in verdict.failures { print("FAILED: \(line)") }
  if !verdict.failures.isEmpty && thresholds.compiler != compilerName {
    print("Thresholds are for \(thresholds.compiler); this is \(compilerName).")
  }
  return verdict.failures.isEmpty ? 0 : 1
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["--child"] {
  CountingChild.run(CountPlan())
} else if arguments == ["--help"] {
  print(usage)
} else {
  do throws(CountError) {
    exit(try count(arguments))
  } catch {
    FileHandle.standardError.write(Data("cardan-counts: \(error.message)\n".utf8))
    exit(2)
  }
}
