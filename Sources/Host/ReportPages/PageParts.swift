import CEmbeddedFiles
import LogTables

/// A page in one file: markup, style, programs and data. Its content security policy allows nothing else.
struct PageParts {
  /// The shared style and programs in the order in which they need each other, then those of the page.
  let style: String
  let programs: String
  /// The markup, with the places of the parts in double braces.
  let markup: String

  private init(
    style: [UnsafePointer<CChar>], programs: [UnsafePointer<CChar>], markup: UnsafePointer<CChar>
  ) {
    self.style = style.map(String.init(cString:)).joined()
    self.programs = programs.map(String.init(cString:)).joined()
    self.markup = String(cString: markup)
  }

  /// The page of one log.
  static let log = PageParts(
    style: [cardan_page_palette_css(), cardan_page_report_css()],
    programs: [
      cardan_page_view_js(), cardan_page_address_js(), cardan_page_curves_js(), cardan_page_gestures_js(),
      cardan_page_legend_js(), cardan_page_chart_js(), cardan_page_plot_js(), cardan_page_shapes_js(),
      cardan_page_body_js(), cardan_page_player_js(), cardan_page_packed_js(), cardan_page_data_js(),
      cardan_page_findings_js(),
      cardan_page_saving_js(), cardan_page_sections_js(), cardan_page_report_js(),
    ], markup: cardan_page_report_html())

  /// The page of a benchmark.
  static let benchmark = PageParts(
    style: [cardan_page_palette_css(), cardan_page_report_css()],
    programs: [
      cardan_page_view_js(), cardan_page_curves_js(), cardan_page_gestures_js(), cardan_page_legend_js(),
      cardan_page_chart_js(), cardan_page_plot_js(), cardan_page_findings_js(), cardan_page_saving_js(),
      cardan_page_sections_js(), cardan_page_benchmark_js(),
    ], markup: cardan_page_report_html())

  /// The page of a folder of logs.
  static let folder = PageParts(
    style: [cardan_page_palette_css(), cardan_page_report_css()], programs: [cardan_page_folder_js()],
    markup: cardan_page_report_html())

  /// The page with a title, values as JSON by the identifiers of their elements, and binary data in base64.
  func page(title: String, values: [(id: String, json: String)], data: [UInt8] = []) -> String {
    let program = script
    let parts = [
      "title": Self.escaped(title), "policy": policy(style: style, program: program), "style": style,
      "script": program,
      "values": values.map { id, json in
        "<script type=\"application/json\" id=\"\(id)\">\(json.substituting("<", with: "\\u003c"))</script>"
      }.joined(separator: "\n"),
      "data": Base64.text(data),
    ]
    return markup.parts(separatedBy: "{{").enumerated().map { index, piece in
      let halves = piece.parts(separatedBy: "}}")
      return index == 0 ? piece : (parts[halves[0]] ?? "") + halves[1]
    }.joined()
  }

  /// The programs as one: modules without their imports and exports, which a file opened from disk cannot have.
  private var script: String {
    programs.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
      .joined(separator: "\n")
  }

  private func policy(style: String, program: String) -> String {
    func source(_ text: String) -> String {
      "'sha256-\(Base64.text(SHA256.digest(of: Array(text.utf8))))'"
    }
    return "default-src 'none'; script-src \(source(program)); style-src \(source(style)); img-src data:"
  }

  private static func escaped(_ text: String) -> String {
    text.substituting("&", with: "&amp;").substituting("<", with: "&lt;").substituting(">", with: "&gt;")
  }
}

/// Bytes as text (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes: four digits for three bytes, filled up with `=`.
  static func text(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let rest = bytes.count - start
        let (second, third) = (rest > 1 ? bytes[start + 1] : 0, rest > 2 ? bytes[start + 2] : 0)
        let group = Int(bytes[start]) << 16 | Int(second) << 8 | Int(third)
        let place = start / 3 * 4
        text[place] = digits[group >> 18]
        text[place + 1] = digits[group >> 12 & 63]
        // One byte takes two digits, two take three.
        text[place + 2] = rest > 1 ? digits[group >> 6 & 63] : UInt8(ascii: "=")
        text[place + 3] = rest > 2 ? digits[group & 63] : UInt8(ascii: "=")
      }
      return count
    }
  }
}
