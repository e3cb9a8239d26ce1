import MotionSamples
import OfflineEstimation
import Rotations

extension RecordingRows {
  /// The angular rate over time.
  func rateTrack() throws(AlignmentError) -> RateTrack {
    var recorder = RateTrackRecorder()
    forEachStamped { sample, stamp in
      if sample.angularRate.x.isFinite { recorder.add(sample.angularRate, at: stamp) }
    }
    return try recorder.track()
  }

  /// The angular rate of attitudes that have the stamps of these rows.
  func rateTrack(ofAttitudes attitudes: NumberRows) throws(AlignmentError) -> RateTrack {
    var recorder = RateTrackRecorder()
    for row in 0..<count {
      let rotation = attitudes.rotation(row)
      guard let stamp = stamp(row), rotation.quaternion.w.isFinite else { continue }
      recorder.add(rotation, at: stamp)
    }
    return try recorder.track()
  }

  /// The rests and turns that tell a mounting.
  var mountingMotion: MountingMotion {
    var motion = MountingMotion()
    var last: Timestamp?
    forEachStamped { sample, stamp in
      motion.add(
        angularRate: sample.angularRate, specificForce: sample.specificForce,
        interval: last.map { stamp.seconds(since: $0) } ?? 0)
      last = stamp
    }
    return motion
  }
}
