import MotionSamples
import OfflineEstimation
import Rotations

extension RecordingRows {
  /// The angular rate over time.
  func rateTrack() throws(AlignmentError) -> RateTrack {
    var stamps: [Timestamp] = []
    var rates: [Vector3<Double>] = []
    forEachStamped { sample, stamp in
      guard sample.angularRate.x.isFinite else { return }
      stamps.append(stamp)
      rates.append(sample.angularRate)
    }
    return try RateTrack(timestamps: stamps, angularRates: rates)
  }

  /// The angular rate of attitudes that have the stamps of these rows.
  func rateTrack(ofAttitudes attitudes: NumberRows) throws(AlignmentError) -> RateTrack {
    var stamps: [Timestamp] = []
    var rotations: [Rotation<Double>] = []
    for row in 0..<count {
      let rotation = attitudes.rotation(row)
      guard let stamp = stamp(row), rotation.quaternion.w.isFinite else { continue }
      stamps.append(stamp)
      rotations.append(rotation)
    }
    return try RateTrack(timestamps: stamps, referenceFromBody: rotations)
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
