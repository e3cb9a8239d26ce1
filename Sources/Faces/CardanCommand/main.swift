import FileAccess
import FilterComparison
import LogFormats
import LogProcessing
import SystemLibrary

DescriptorOutput.reserveStandardStreams()
let arguments = Array(Console.arguments.dropFirst())
if let status = HDF5Isolation.serve(arguments) ?? InstructionCounting.serve(arguments) { exit(status) }
HDF5Isolation.isolate()
ResultLedger.watchCrashes()
Interruption.listen()
WorkBudget.interrupt { Interruption.isRequested }
Interruption.endQuietlyOnClosedPipe()
exit(CommandList.run(arguments).rawValue)
