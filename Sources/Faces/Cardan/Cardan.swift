// Cardan: the import for applications.
// It has no code of its own but what needs Foundation.

@_exported import AttitudeFilters
import Foundation
@_exported import Geomagnetism
@_exported import DeviceGestures
@_exported import MotionSamples
@_exported import MotionSessions
@_exported import RecordingFusion
@_exported import Rotations

// Here, since the modules below do without Foundation, which is large in programs that link it statically.
extension OperationQueue: HandlerQueue {
  public func schedule(_ work: @escaping @Sendable () -> Void) { addOperation(work) }
}
