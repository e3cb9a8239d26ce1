import FileAccess
import LogTables

/// A type of messages as a file defines it. Its layout is made once for all topics of the type.
final class RosType {
  /// The name as `package/Name`.
  let name: String
  private let definition: String
  private var layouts: [RosEncoding: RosLayout] = [:]

  /// A type by its name and the text of the file, which may be empty.
  init(_ name: String, definition: String) {
    self.name = RosDefinitions.normalized(name)
    self.definition = definition
  }

  /// The layout of its messages for a rule: that of the file or, where it lacks streams of the rule, of the common type, because a
  /// definition may be damaged or missing.
  func layout(_ encoding: RosEncoding, for rule: MessageRule, work: WorkBudget) throws(LogError) -> RosLayout {
    if let known = layouts[encoding] { return RosLayout(known) }
    let described = try RosLayout(
      name, RosDefinitions(definition, of: name, encoding), encoding: encoding, work: work)
    let common = try RosLayout(name, RosDefinitions(encoding), encoding: encoding, work: work)
    let layout = common.kinds(of: rule).isSubset(of: described.kinds(of: rule)) ? described : common
    layouts[encoding] = layout
    return RosLayout(layout)
  }
}

extension RosLayout {
  /// The streams of a rule that the messages have.
  func kinds(of rule: MessageRule) -> StreamKinds {
    MessageDecoder(rule, axes: .forwardLeftUp, wanted: .all) { self.field($0) }?.kinds ?? []
  }

  /// The index of a field of the messages, or of the time of the recorder.
  func field(_ name: String) -> Int? {
    switch name {
    case RosMessage.received: -1
    case RosMessage.receivedRest: -2
    default: indices[name]
    }
  }
}
