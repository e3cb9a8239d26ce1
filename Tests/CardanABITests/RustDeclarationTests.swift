import TestSupport
import Testing

/// The declarations of the Rust crate against `cardan.h`: a compiler of C reads them after the header, and finds the same.
@Suite struct RustDeclarationTests {
  private let header: String
  private let rust: String

  init() throws {
    header = try Project.text("Sources/C/CCardan/include/cardan.h").replacing(/(?s)\/\*.*?\*\//, with: "")
    rust = try Project.text("rust/src/raw.rs").replacing(/\/\/[^\n]*/, with: "")
  }

  /// Functions with the same arguments and results, structs with the same layout, constants with the same values.
  @Test func aCompilerOfCFindsTheSame() throws {
    let program = (["#include <cardan.h>", "#include <stddef.h>"] + functions + structs + constants + [""]).joined(
      separator: "\n")
    try withTemporaryFolder { folder in
      let source = try folder.write(program, to: "raw.c")
      let include = Project.file("Sources/C/CCardan/include").path
      try Program.require(["cc", "-std=c11", "-Wall", "-Werror", "-fsyntax-only", "-I", include, source])
    }
  }

  @Test func nothingOfTheHeaderIsMissing() {
    func names(_ text: String, _ pattern: Regex<(Substring, Substring)>) -> Set<String> {
      Set(text.matches(of: pattern).map { String($0.1) })
    }
    let functions = names(header, /(?m)^(?!static|typedef|#| )[a-z].*?\b(cardan_\w+)\(/)
    #expect(functions.count > 50)
    #expect(functions == names(rust, /pub fn (\w+)/))
    let structs = names(header, /(?m)^typedef struct (cardan_\w+)/)
    #expect(structs == names(rust, /pub struct (\w+)/))
    // What an enumeration has for its width alone, the version and the initializers are for C.
    let constants = names(header, /(?m)^(?:  |#define )(CARDAN_\w+?) (?:= )?\(?[0-9]/).filter {
      !$0.hasSuffix("_WIDTH") && !$0.hasPrefix("CARDAN_VERSION")
    }
    #expect(constants.count > 60)
    #expect(constants == names(rust, /pub const (\w+)/))
  }

  /// Each function declared again: other types are an error.
  private var functions: [String] {
    rust.matches(of: /pub fn (\w+)\(([^)]*)\)(?: -> ([^;]+))?;/).map { match in
      let parameters = match.2.split(separator: ",").map { declaration(ofField: $0) }.joined(separator: ", ")
      let result = match.3.map { type(String($0)) } ?? "void"
      return "\(result) \(match.1)(\(parameters.isEmpty ? "void" : parameters));"
    }
  }

  /// Each struct with its fields as Rust has them, beside that of the header.
  private var structs: [String] {
    rust.matches(of: /(?s)pub struct (\w+) \{(.*?)\n\}/).filter { !$0.2.contains("_private") }.flatMap { match in
      let name = String(match.1)
      let fields = match.2.matches(of: /pub (\w+): [^\n]+,/)
      let own = fields.map { declaration(ofField: $0.0.dropFirst(4).dropLast()) + ";" }.joined(separator: " ")
      let size = "_Static_assert(sizeof(struct rust_\(name)) == sizeof(\(name)), \"\");"
      return ["struct rust_\(name) { \(own) };", size]
        + fields.map { field in
          let (rusts, headers) = ("((struct rust_\(name) *)0)->\(field.1)", "((\(name) *)0)->\(field.1)")
          let offsets = "offsetof(struct rust_\(name), \(field.1)) == offsetof(\(name), \(field.1))"
          return "_Static_assert(\(offsets), \"\");\n"
            + "_Static_assert(_Generic(&\(rusts), __typeof__(&\(headers)): 1), \"\");"
        }
    }
  }

  private var constants: [String] {
    rust.matches(of: /pub const (\w+): \w+ = ([^;]+);/).map { "_Static_assert(\($0.1) == (\($0.2)), \"\");" }
  }

  /// `name: *const f64` as `const double *name`, `name: [f64; 3]` as `double name[3]`.
  private func declaration(ofField field: Substring) -> String {
    let parts = field.split(separator: ":", maxSplits: 1)
    var (name, element) = (parts[0].trimmed, parts[1].trimmed)
    var sizes = ""
    while let array = element.wholeMatch(of: /\[(.*); (\d+)\]/) {
      (element, sizes) = (String(array.1), sizes + "[\(array.2)]")
    }
    name += sizes
    return "\(type(element)) \(name)"
  }

  /// A type of Rust in C.
  private func type(_ rust: String) -> String {
    if let pointer = rust.trimmed.wholeMatch(of: /\*const (.*)/) { return "\(pointee(String(pointer.1), "const ")) *" }
    if let pointer = rust.trimmed.wholeMatch(of: /\*mut (.*)/) { return "\(pointee(String(pointer.1), "")) *" }
    let names = [
      "f64": "double", "f32": "float", "usize": "size_t", "isize": "ptrdiff_t", "i64": "int64_t", "i32": "int32_t",
      "u32": "uint32_t", "c_char": "char", "c_void": "void",
    ]
    return names[rust.trimmed] ?? rust.trimmed
  }

  private func pointee(_ rust: String, _ qualifier: String) -> String {
    rust.hasPrefix("*") ? "\(type(rust))\(qualifier)" : "\(qualifier)\(type(rust))"
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
