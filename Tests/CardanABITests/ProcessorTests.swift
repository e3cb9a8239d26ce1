#if arch(x86_64)
  import TestSupport
  import Testing

  /// Code that the linker may take for every user, whichever module it comes from, must run on every processor: in modules
  /// that are compiled for certain processors nothing but their own code may use more than the others do.
  @Suite(.needs(.program("nm", package: "binutils"), .program("objdump", package: "binutils"))) struct ProcessorTests {
    @Test(arguments: ["RecordingFusionAVX2", "RecordingFusionAVX512"])
    func sharedCodeRunsOnEveryProcessor(target: String) throws {
      var ownFunctions = 0
      for path in Project.objects(of: target) {
        let symbols = try Program.require(["nm", "-S", "--defined-only", path])
          .matches(of: /(?m)^[0-9a-f]+ ([0-9a-f]+) ([a-zA-Z]) (\S+)$/)
        let shared = Set(symbols.filter { "WVuw".contains($0.2) }.map { String($0.3) })
        let sizes = Dictionary(symbols.map { (String($0.3), Int($0.1, radix: 16) ?? 0) }) { first, _ in first }
        for (name, isWide) in try functions(of: path, sizes) where isWide {
          let isOwn = name.contains(target.dropFirst("RecordingFusion".count)) || !shared.contains(name)
          #expect(isOwn, "\(name) of \(target) is shared with other modules and needs a newer processor")
          ownFunctions += 1
        }
      }
      #expect(ownFunctions > 10, "\(target) is not compiled for its processor")
    }

    /// The functions of an object file, and whether each has an instruction of AVX or later. What comes after a function's end
    /// belongs to a private one without a name.
    private func functions(of object: String, _ sizes: [String: Int]) throws -> [(name: String, isWide: Bool)] {
      var functions: [(name: String, isWide: Bool)] = []
      var end = 0
      for line in try Program.require(["objdump", "-d", "--no-show-raw-insn", object]).split(separator: "\n") {
        if line.hasSuffix(">:"), let start = line.firstIndex(of: "<") {
          let name = String(line[line.index(after: start)...].dropLast(2))
          functions.append((name, false))
          end = (Int(line.prefix { $0 != " " }, radix: 16) ?? 0) + (sizes[name] ?? 0)
        } else if let address = Int(line.drop { $0 == " " }.prefix { $0 != ":" }, radix: 16), address < end {
          if line.contains("%ymm") || line.contains("%zmm") || isOfAVX(line) {
            functions[functions.count - 1].isWide = true
          }
        }
      }
      return functions
    }

    /// The names of all instructions with a VEX or EVEX prefix begin with v; of the old ones only verr and verw do.
    private func isOfAVX(_ line: Substring) -> Bool {
      let fields = line.split(separator: "\t")
      return fields.count > 1 && fields[1].hasPrefix("v") && !fields[1].hasPrefix("ver")
    }
  }
#endif
