// The motion sensors of a phone as samples.
//
// W3C "Device Orientation and Motion": accelerationIncludingGravity is in m/s² and has z = +9.8 for a device lying face up,
// which is specific force; rotationRate is in degrees per second, alpha about x, beta about y, gamma about z (older
// texts have other axes: w3c/deviceorientation issue 44). Orientation is alpha, beta, gamma in degrees about z, x', y″ from
// east-north-up. Safari on iOS has the opposite sign of acceleration (z = -9.8), so the sign is taken from a comparison with
// the orientation. Some browsers ask for permission, and only in response to a button.

const degree = Math.PI / 180

/** Listens to the sensors of this device. */
export class PhoneSensors {
  #listeners = new AbortController()
  #onSample
  #sign = 0
  #waited = 0
  #orientation

  /**
   * @param {(sample: {time: number, angularRate: number[], specificForce: number[]}) => void} onSample
   */
  constructor(onSample) { this.#onSample = onSample }

  /** Asks for permission if needed, and starts. Throws if the sensors are not available. */
  async start() {
    if (!('DeviceMotionEvent' in window)) {
      throw new Error(isSecureContext ? 'this browser has no motion events' : 'use https or localhost')
    }
    // Ask for both at once: after a wait the button press is no longer valid.
    const kinds = [DeviceMotionEvent, window.DeviceOrientationEvent]
    const answers = await Promise.all(kinds.map((kind) => kind?.requestPermission?.() ?? 'granted'))
    if (answers.some((answer) => answer !== 'granted')) throw new Error('permission denied')
    const options = { signal: this.#listeners.signal }
    addEventListener('deviceorientation', (event) => this.#takeOrientation(event), options)
    addEventListener('deviceorientationabsolute', (event) => this.#takeOrientation(event), options)
    addEventListener('devicemotion', (event) => this.#takeMotion(event), options)
  }

  stop() { this.#listeners.abort() }

  /** The browser's own attitude, w x y z, level frame from body; undefined until the first event. */
  get browserAttitude() { return this.#orientation?.quaternion }

  /** The counter-clockwise angle about the vertical from an attitude to the browser's north; undefined without a north. */
  turnToNorth(quaternion, heading) {
    if (this.#orientation?.compass !== undefined) return wrapped(heading - this.#orientation.compass)
    if (!this.#orientation?.isAbsolute) return undefined
    const [w, x, y, z] = quaternion
    const [a, b, c, d] = this.#orientation.quaternion
    return wrapped(2 * Math.atan2(d * w - a * z - b * y + c * x, a * w + b * x + c * y + d * z))
  }

  #takeOrientation({ alpha, beta, gamma, absolute, webkitCompassHeading }) {
    if (beta === null || gamma === null) return
    // Ignore the event without north if there is one with north.
    if (this.#orientation?.isAbsolute && !absolute) return
    this.#orientation = {
      quaternion: quaternionFrom(alpha ?? 0, beta, gamma), isAbsolute: absolute && alpha !== null,
      compass: webkitCompassHeading >= 0 ? webkitCompassHeading * degree : undefined,
      up: [
        -Math.cos(beta * degree) * Math.sin(gamma * degree), Math.sin(beta * degree),
        Math.cos(beta * degree) * Math.cos(gamma * degree)] }
  }

  #takeMotion({ accelerationIncludingGravity: acceleration, rotationRate, timeStamp }) {
    if (typeof acceleration?.x !== 'number' || typeof rotationRate?.alpha !== 'number') return
    const force = [acceleration.x, acceleration.y, acceleration.z]
    if (this.#sign === 0) this.#findSign(force)
    if (this.#sign === 0) return
    this.#onSample({
      time: timeStamp / 1000,
      angularRate: [rotationRate.alpha * degree, rotationRate.beta * degree, rotationRate.gamma * degree],
      specificForce: force.map((coordinate) => coordinate * this.#sign) })
  }

  /** The sign with which acceleration points up; that of the specification if no orientation arrives within 0.5 s. */
  #findSign(force) {
    this.#waited += 1
    if (this.#orientation) this.#sign = dot(force, this.#orientation.up) < 0 ? -1 : 1
    else if (this.#waited > 30) this.#sign = 1
  }
}

/** The angle between the vertical directions of two attitudes, in radians. */
export function tiltBetween(first, second) {
  const [up, other] = [upOf(first), upOf(second)]
  return Math.acos(Math.max(-1, Math.min(1, dot(up, other))))
}

function upOf([w, x, y, z]) { return [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z] }

function dot(first, second) { return first[0] * second[0] + first[1] * second[1] + first[2] * second[2] }

function wrapped(angle) { return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI)) }

/** The rotation about z by alpha, about x' by beta, about y″ by gamma. */
function quaternionFrom(alpha, beta, gamma) {
  const [a, b, c] = [alpha, beta, gamma].map((angle) => angle * degree / 2)
  const [cosA, cosB, cosC, sinA, sinB, sinC] = [Math.cos(a), Math.cos(b), Math.cos(c), Math.sin(a), Math.sin(b), Math.sin(c)]
  return [
    cosA * cosB * cosC - sinA * sinB * sinC, cosA * sinB * cosC - sinA * cosB * sinC,
    cosA * cosB * sinC + sinA * sinB * cosC, sinA * cosB * cosC + cosA * sinB * sinC]
}
