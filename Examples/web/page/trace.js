// The angles of a phone over the last seconds.

import { Curve, Parts } from './curves.js'

const seconds = 20
const names = ['yaw', 'pitch', 'roll']

/** Keeps the last seconds of the angles, and moves a view to them. */
export class Trace {
  #view
  #time = []
  #angles = names.map(() => [])

  constructor(view) {
    this.#view = view
    view.setLimits(0, seconds)
  }

  /** The curves of yaw, pitch and roll. */
  get curves() {
    const parts = new Parts(this.#time)
    return this.#angles.map((values, angle) => new Curve(parts, values, values, { isCyclic: angle !== 1 }))
  }

  /** Appends angles in radians at a time in seconds. `show` shows the last seconds. */
  append(time, angles) {
    this.#time.push(time)
    for (const [index, name] of names.entries()) this.#angles[index].push(angles[name] * 180 / Math.PI)
    if (this.#time.length < 400 || this.#time[200] > time - seconds) return
    for (const values of [this.#time, ...this.#angles]) values.splice(0, 200)
  }

  show() {
    const end = this.#time.at(-1) ?? 0
    const view = this.#view
    ;[view.start, view.end] = [Math.max(0, end - seconds), Math.max(seconds, end)]
    view.cursor = end
    view.reset()
  }
}
