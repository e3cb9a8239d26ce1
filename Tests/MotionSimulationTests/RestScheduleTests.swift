import MotionSimulation
import Rotations
import Testing

@Suite struct RestScheduleTests {
  let schedule = RestSchedule(rest: 4, motion: 10, transition: 1)

  /// A cycle of 16 s: rest to 4, start to 5, motion to 15, stop to 16; the clock gains 11 s.
  @Test(arguments: [
    (0.0, 0.0, 0.0), (3.999, 0.0, 0.0), (4.5, 0.068359375, 0.5), (5.0, 0.5, 1.0), (10.0, 5.5, 1.0), (15.0, 10.5, 1.0),
    (15.5, 10.931640625, 0.5), (16.0, 11.0, 0.0), (19.0, 11.0, 0.0), (26.0, 16.5, 1.0), (-0.5, -0.068359375, 0.5),
  ])
  func clockByHand(time: Double, expectedTime: Double, expectedSpeed: Double) {
    let warp = schedule.warp(at: time)
    #expect(abs(warp.time - expectedTime) < 1e-14)
    #expect(abs(warp.speed - expectedSpeed) < 1e-14)
  }

  @Test func speedsAreDerivatives() {
    let step = 1e-5
    for time in stride(from: -3.33, to: 40, by: 0.0617) {
      let (before, now, after) = (
        schedule.warp(at: time - step), schedule.warp(at: time), schedule.warp(at: time + step)
      )
      #expect(abs((after.time - before.time) / (2 * step) - now.speed) < 1e-8)
      #expect(abs((after.speed - before.speed) / (2 * step) - now.acceleration) < 1e-8)
      #expect(abs((after.acceleration - before.acceleration) / (2 * step) - now.jerk) < 1e-6)
    }
  }

  @Test func bodyAtRestKeepsItsAttitude() {
    let paused = PausedTrajectory(HandHeldTrajectory(seed: 9), schedule: schedule)
    let start = paused.state(at: 16.1)
    for time in [16.5, 18.0, 19.9] {
      let state = paused.state(at: time)
      #expect(!paused.isMoving(at: time))
      #expect(state.angularRate == .zero && state.acceleration == .zero && state.velocity == .zero)
      #expect(state.enuFromBody.angle(to: start.enuFromBody) < 1e-14)
    }
    #expect(paused.isMoving(at: 10))
    #expect(!paused.isMoving(at: 0))
  }
}
