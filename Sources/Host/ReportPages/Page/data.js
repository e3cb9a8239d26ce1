// The numbers of a report, from the bytes that the page holds. A column is unpacked when it is first needed.

import { Curve, Parts } from './curves.js'
import { unpack } from './packed.js'

const cyclic = ['yaw', 'roll', 'true_yaw', 'true_roll']

/** The columns of a report. */
export class ReportData {
  #text
  #places
  #numbers = new Map()

  /**
   * @param {object} report the report as JSON
   * @param {string} base64 its columns
   */
  constructor(report, base64) {
    this.report = report
    this.#text = base64
    this.#places = new Map(report.columns.map((column) => [column.name, column]))
    const places = this.column('flags') ?? []
    this.flags = new Uint16Array(places.length)
    for (let part = 0; part < places.length; part += 1) this.flags[part] = report.flagSets[places[part]]
    const gap = this.bitOf('after_gap')
    const time = this.column('time') ?? new Float64Array(0)
    this.parts = new Parts(time, this.column('end') ?? time, (part) => (this.flags[part] & gap) !== 0)
  }

  /** The numbers of a column; undefined without one. */
  column(name) {
    const place = this.#places.get(name)
    if (!place) return undefined
    if (!this.#numbers.has(name)) {
      const text = atob(this.#text.slice(place.offset / 3 * 4, Math.ceil((place.offset + place.size) / 3) * 4))
      const bytes = new Uint8Array(text.length + 4)
      for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
      const numbers = place.divisor ? new Float64Array(place.count) : new Float32Array(place.count)
      this.#numbers.set(name, unpack(bytes, numbers, place.divisor))
    }
    return this.#numbers.get(name)
  }

  /** The bit of a flag; zero if no row has it. */
  bitOf(name) {
    const flag = this.report.flags.find((candidate) => candidate.name === name)
    return flag ? 1 << flag.bit : 0
  }

  /** The lengths of a vector of which every row has a part. */
  #lengths(prefix) {
    const name = `${prefix}_length`
    if (!this.#numbers.has(name)) {
      const [x, y, z] = ['x', 'y', 'z'].map((axis) => this.column(`${prefix}_${axis}`))
      this.#numbers.set(name, x.map((number, row) => Math.hypot(number, y[row], z[row])))
    }
    return this.#numbers.get(name)
  }

  /** A curve by name; undefined without one. */
  curve(name) {
    const [prefix, isLength] = [name.replace(/_length$/, ''), name.endsWith('_length')]
    if (isLength && this.#places.has(`${prefix}_x`)) {
      return new Curve(this.parts, () => this.#lengths(prefix), () => this.#lengths(prefix), { isZero: this.cloud(prefix).largest === 0 })
    }
    const [least, greatest] = this.#places.has(name) ? [name, name] : [`${name}.least`, `${name}.greatest`]
    if (!this.#places.has(least)) return undefined
    const isZero = [least, greatest].every((column) => this.#places.get(column).largest === 0)
    return new Curve(this.parts, () => this.column(least), () => this.column(greatest), { isCyclic: cyclic.includes(name), isZero })
  }

  /** The columns with the first value of each part of some curves; undefined if one is missing. */
  #firsts(names) {
    const columns = names.map((name) => this.#places.has(name) ? name : `${name}.first`)
    return columns.every((name) => this.#places.has(name)) ? columns : undefined
  }

  /** The first values of each part of x, y and z of a vector, unpacked when they are needed, and the largest coordinate; undefined
   * without them. */
  cloud(prefix) {
    const columns = this.#firsts(['x', 'y', 'z'].map((axis) => `${prefix}_${axis}`))
    return columns && {
      axes: () => columns.map((name) => this.column(name)), largest: Math.max(...columns.map((name) => this.#places.get(name).largest)) }
  }

  /** The values of some curves at a time, the nearest before it that are there; undefined without. */
  at(seconds, ...names) {
    const columns = this.#firsts(names)?.map((name) => this.column(name))
    for (let part = this.parts.at(seconds), tries = 0; columns && part >= 0 && tries < 50; part -= 1, tries += 1) {
      if (columns.every((numbers) => !Number.isNaN(numbers[part]))) return columns.map((numbers) => numbers[part])
    }
    return undefined
  }

  /** The ranges of time in which parts have a flag. */
  runs(name) {
    const bit = this.bitOf(name)
    const { flags } = this
    const { time, end, count } = this.parts
    const runs = []
    let from
    for (let part = 0; bit && part < count; part += 1) {
      if (flags[part] & bit) from ??= time[part]
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
