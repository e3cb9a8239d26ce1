// The motion of this device, sample by sample.

import { Cardan } from './cardan.js'
import { PhoneSensors, tiltBetween } from './phone.js'

const northTime = 2

/** Fuses the sensors' samples, and shows the result once per frame. */
export class LiveSource {
  #page
  #cardan = new Cardan()
  #sensors = new PhoneSensors((sample) => this.#take(sample))
  #count = 0
  #first
  #last
  #turn = 0
  #hasNorth = false
  #frame = 0
  #flags = 0
  #rate = [0, 0, 0]
  #silence
  #isStopped = false

  constructor(page) { this.#page = page }

  async start() {
    this.#page.say('Asking for permission …')
    await this.#sensors.start()
    if (this.#isStopped) return
    this.#page.say('Waiting for the sensors …')
    this.#silence = setTimeout(() => {
      this.#page.say('No motion sensors answer. A phone has them; here a log can be opened.', true)
    }, 2000)
  }

  stop() {
    this.#isStopped = true
    this.#sensors.stop()
    clearTimeout(this.#silence)
    cancelAnimationFrame(this.#frame)
  }

  #take({ time, angularRate, specificForce }) {
    if (this.#count === 0) clearTimeout(this.#silence)
    this.#flags = this.#cardan.updateAt(time, angularRate, specificForce)
    this.#rate = angularRate
    this.#count += 1
    this.#first ??= time
    this.#followNorth(time - (this.#last ?? time))
    this.#last = time
    this.#page.trace.append(time - this.#first, this.#cardan.deviceAngles)
    this.#frame ||= requestAnimationFrame(() => this.#show())
  }

  /** Pages get a heading but no magnetometer: turns the filter's free heading to it, at once the first time, then slowly. */
  #followNorth(interval) {
    const turn = this.#sensors.turnToNorth(this.#cardan.quaternion, this.#cardan.heading)
    if (turn === undefined) return
    this.#turn += this.#hasNorth ? turn * Math.min(1, interval / northTime) : turn
    this.#hasNorth = true
    this.#cardan.turnOutputs(this.#turn)
  }

  #show() {
    this.#frame = 0
    const { quaternion, deviceAngles, orientation, userAcceleration, gyroscopeBias } = this.#cardan
    const bias = [...gyroscopeBias]
    const rate = this.#count > 1 ? (this.#count - 1) / (this.#last - this.#first) : 0
    this.#page.show({
      quaternion, ...deviceAngles, orientation, bias, rate: bias.map((value, axis) => this.#rate[axis] - value),
      flags: this.#flags, tiltSigma: this.#cardan.tiltDeviation, headingSigma: this.#cardan.headingDeviation,
      details: [['Acceleration', `${Math.hypot(...userAcceleration).toFixed(2)} m/s²`], ['Rate', `${rate.toFixed(0)} Hz`]] })
    this.#page.trace.show()
    const other = this.#sensors.browserAttitude
    const tilt = other && ` The browser’s own tilt differs by ${(tiltBetween(quaternion, other) * 180 / Math.PI).toFixed(1)}°.`
    this.#page.say(`Heading from ${this.#hasNorth ? 'the browser’s compass' : 'the start: no compass available'}.`)
    this.#page.note(tilt ?? '')
  }
}
