import Foundation

Interruption.listen()
Interruption.endQuietlyOnClosedPipe()
exit(CommandList.run(Array(CommandLine.arguments.dropFirst())).rawValue)
