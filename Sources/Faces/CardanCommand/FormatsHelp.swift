import LogFormats

/// `cardan help formats`: the formats of logs, the topics of flight logs, and the columns of tables with their units.
enum FormatsHelp {
  /// The name of the topic of help.
  static let name = "formats"

  /// The text, ending with a line feed.
  static var text: String {
    let formats = LogFormatDescription.all
    let list = formats.map { row($0.name, "by \($0.recognition)", width: 26) }
    let topics = formats.filter { !$0.recordings.isEmpty && !$0.isText }.map { format in
      let recordings = format.recordings.map { recording in
        row(recording.topic, recording.note + (recording.isOnRequest ? "; with --topic only" : ""), width: 22)
      }
      return
        (["\(format.name), by the message of the gyroscope:"] + recordings
        + [row("--truth", format.attitudes.joined(separator: ", "), width: 22)]).joined(separator: "\n")
    }
    let columns = LogColumnDescription.all.map { column in
      let units = column.units.isEmpty ? "" : " [\(column.units.joined(separator: ", "))]"
      return row(column.content, column.names.joined(separator: ", ") + units, width: 22)
    }
    let title =
      "Columns of tables, also of NumPy and Arrow, with a unit in brackets or at the end, 'gyro_x [rad/s]' or 'gyro_x_dps':"
    return """
      Formats of logs, detected by content:
      \(list.joined(separator: "\n"))

      \(topics.joined(separator: "\n\n"))

      \(TextWrapping.wrap(title, width: Console.textWidth).joined(separator: "\n"))
      \(columns.joined(separator: "\n"))

      """
  }

  private static func row(_ name: String, _ meaning: String, width: Int) -> String {
    let lines = TextWrapping.wrap(meaning, width: Console.textWidth - 4 - width)
    return lines.enumerated().map { index, line in
      index == 0
        ? "  \(name)".padding(to: width) + " " + line
        : TextWrapping.indented(line, by: width + 1, width: Console.textWidth)
    }.joined(separator: "\n")
  }
}
