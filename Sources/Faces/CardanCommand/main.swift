import CFileShims
import FileAccess
import FilterComparison
import LogFormats
import LogProcessing
import SystemLibrary

DescriptorOutput.reserveStandardStreams()
if !cardan_grow_stack(1 << 20) {
  Console.error("the stack is limited to less than 1 MB; use ulimit -s 1024")
  exit(ExitStatus.usage.rawValue)
}
let arguments = Array(Console.arguments.dropFirst())
if let status = HDF5Isolation.serve(arguments) ?? InstructionCounting.serve(arguments) { exit(status) }
HDF5Isolation.isolate()
ResultLedger.watchCrashes()
Interruption.listen()
WorkBudget.interrupt { Interruption.isRequested }
Interruption.endQuietlyOnClosedPipe()
exit(CommandList.run(arguments).rawValue)
