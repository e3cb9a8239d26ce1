// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan
import CCardanOffline
import CardanABI
import OfflineEstimation

@c @implementation
public func cardan_calibrate(
  _ recording: UnsafePointer<cardan_recording>?, _ request: UnsafePointer<cardan_calibration_request>?,
  _ calibration: UnsafeMutablePointer<OpaquePointer?>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> cardan_status {
  let message = MessageBuffer(start: message, size: messageSize)
  guard let calibration else { return message.write("a pointer is NULL", for: CARDAN_NULL_ARGUMENT) }
  let (wanted, requestStatus) = CalibrationRequest.reading(request)
  guard let wanted else { return message.write("the request is wrong", for: requestStatus) }
  let (rows, status) = RecordingRows.reading(recording)
  guard let rows else { return message.write("the recording is described wrongly", for: status) }
  var run = CalibrationRun(request: wanted)
  run.read(rows)
  run.calibrate()
  let problems = run.problems.map { "\($0)" }.joined(separator: "\n")
  guard run.hasResult else { return message.write(problems, for: CARDAN_UNDETERMINED) }
  calibration.pointee = Handle.make(Document(run.file.text))
  return message.write(problems, for: CARDAN_OK)
}
