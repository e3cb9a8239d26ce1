import JSONCoding

extension JSON {
  /// A report as text with a line feed at its end. What a report holds are numbers and texts, which does not fail.
  static func report(_ value: some Encodable, _ layout: Layout = .lines) -> String {
    ((try? JSON.text(of: value, layout)) ?? "{}") + "\n"
  }
}
