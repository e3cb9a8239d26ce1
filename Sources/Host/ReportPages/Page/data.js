// The numbers of a report, from the bytes that the page holds.

import { Curve, Parts } from './curves.js'

const types = { f64: Float64Array, f32: Float32Array, u16: Uint16Array }
const cyclic = ['yaw', 'roll']

/** The columns of a report. */
export class ReportData {
  #columns = new Map()

  /**
   * @param {object} report the report as JSON
   * @param {string} base64 its columns, little-endian
   */
  constructor(report, base64) {
    this.report = report
    const text = atob(base64)
    const bytes = new Uint8Array(text.length)
    for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place)
    for (const { name, type, width, offset, count } of report.columns) {
      this.#columns.set(name, new types[type](bytes.buffer, offset, width * count))
    }
    this.flags = this.#columns.get('flags') ?? new Uint16Array(0)
    const gap = this.bitOf('after_gap')
    const time = this.#columns.get('time') ?? new Float64Array(0)
    this.parts = new Parts(time, this.#columns.get('end') ?? time, (part) => (this.flags[part] & gap) !== 0)
  }

  /** The bit of a flag; zero if no row has it. */
  bitOf(name) {
    const flag = this.report.flags.find((candidate) => candidate.name === name)
    return flag ? 1 << flag.bit : 0
  }

  /** A curve by name; undefined without one. */
  curve(name) {
    const least = this.#columns.get(name) ?? this.#columns.get(`${name}.least`)
    const greatest = this.#columns.get(`${name}.greatest`) ?? least
    return least && new Curve(this.parts, least, greatest, { isCyclic: cyclic.includes(name) })
  }

  /** The vectors or quaternions of a column, one after the other; undefined without one. */
  column(name) { return this.#columns.get(name) }

  /** A vector or quaternion at a time, the nearest before it that is there; undefined without one. */
  sampleAt(name, seconds, width) {
    const numbers = this.#columns.get(name)
    if (!numbers) return undefined
    for (let part = this.parts.at(seconds), tries = 0; part >= 0 && tries < 50; part -= 1, tries += 1) {
      if (!Number.isNaN(numbers[width * part])) return numbers.subarray(width * part, width * part + width)
    }
    return undefined
  }

  /** The ranges of time in which parts have a flag. */
  runs(name) {
    const bit = this.bitOf(name)
    const { time, end, count } = this.parts
    const runs = []
    let from
    for (let part = 0; bit && part < count; part += 1) {
      if (this.flags[part] & bit) from ??= time[part]
      else if (from !== undefined) {
        runs.push([from, time[part]])
        from = undefined
      }
    }
    if (from !== undefined) runs.push([from, end[count - 1]])
    return runs
  }

  /** The gaps: from the part before to the part after. */
  gaps() {
    const bit = this.bitOf('after_gap')
    const { time, end, count } = this.parts
    const gaps = []
    for (let part = 1; bit && part < count; part += 1) if (this.flags[part] & bit) gaps.push([end[part - 1], time[part]])
    return gaps
  }
}
