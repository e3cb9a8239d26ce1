import TestSupport
import Testing

/// `cardan.hpp` against `cardan.h`: what a filter can do in C, it can do in C++.
@Suite struct HeaderPairTests {
  /// The functions of C without a form in C++, each with its reason.
  private static let onlyInC = [
    "cardan_update_float": "Reading takes numbers of type float",
    "cardan_rows": "Rows<double>::input",
    "cardan_float_rows": "Rows<float>::input",
    "cardan_timestamps": "Rows<std::int64_t>::input",
    "cardan_output_rows": "Rows<double>::output",
    "cardan_output_float_rows": "Rows<float>::output",
    "cardan_output_flags": "Rows<std::uint32_t>::output",
  ]

  private let c: String
  /// The code, without comments.
  private let cPlusPlus: String

  init() throws {
    c = try Project.text("Sources/C/CCardan/include/cardan.h")
    cPlusPlus = try Project.text("Sources/C/CCardan/include/cardan.hpp").replacing(/\/\/[^\n]*/, with: "")
  }

  @Test func everyFunctionOfCHasAFormInCPlusPlus() {
    let declared = c.matches(of: /(?m)^(?!typedef|#| |\/)[a-z].*?\b(cardan_\w+)\(/).map { String($0.1) }
    #expect(declared.count > 60)
    let used = Set(cPlusPlus.matches(of: /\bcardan_\w+/).map { String($0.0) })
    for function in declared where Self.onlyInC[function] == nil {
      #expect(used.contains(function), "\(function) has no form in cardan.hpp")
    }
    for function in Self.onlyInC.keys {
      #expect(declared.contains(function), "\(function) is not in cardan.h")
      #expect(!used.contains(function), "\(function) has a form in cardan.hpp")
    }
  }

  @Test func everyOptionOfCIsSetByThoseOfCPlusPlus() throws {
    let fields = try #require(c.firstMatch(of: /(?s)typedef struct cardan_options \{(.*?)\n\} cardan_options;/)).1
    let names = fields.matches(of: /(?m)^  [a-z].*?(\w+)(?:\[\d+\])?;/).map { String($0.1) }
    #expect(names.first == "size" && names.count > 7)
    for name in names.dropFirst() {
      #expect(cPlusPlus.contains("plain_.\(name)"), "\(name) is not set by PlainOptions")
    }
    let behaviors = fields.matches(of: /CARDAN_(?:NO_MAGNETOMETER|SEPARATE_SENSORS|SINGLE_PRECISION)/)
    for behavior in behaviors { #expect(cPlusPlus.contains(behavior.0), "\(behavior.0) is not set by PlainOptions") }
  }
}
