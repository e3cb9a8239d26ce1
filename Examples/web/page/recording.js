// A recording on the page: fused by the worker, read at any time.

import { Cardan } from './cardan.js'
import { Curve, Parts } from './curves.js'

/** An error in a log; see `LogError` for what it lacks. */
class RecordingError extends Error {
  constructor({ error, lacks, units }) {
    super(error)
    Object.assign(this, { lacks, units })
  }
}

/**
 * Fuses a log in its own worker.
 * @param {File} file
 * @param {object} settings what the log does not say, see `LogReader`
 * @param {(share: number, count: number) => void} onProgress
 */
export function openRecording(file, settings, onProgress) {
  const worker = new Worker('worker.js', { type: 'module' })
  const result = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.isReady) worker.postMessage({ file, settings })
      else if (data.error) reject(new RecordingError(data))
      else if (data.result) resolve(new Recording(data.result))
      else onProgress(data.progress, data.count)
    }
    worker.onerror = (event) => reject(new Error(event.message || 'the worker cannot be started'))
  }).finally(() => worker.terminate())
  return { result, cancel: () => worker.terminate() }
}

/** Attitude over time. */
class Recording {
  #angles = new Cardan()

  constructor(result) { Object.assign(this, result) }

  /** Seconds from the first to the last sample. */
  get duration() { return Math.max(0, this.time.at(-1) - this.time[0]) }

  /** Whether it is long enough to time the filter, which the browser recompiles during its first run. */
  get isTimed() { return this.count >= 100_000 }

  /** The last row at or before a time in seconds since the first one. */
  rowAt(seconds) {
    let [low, high] = [0, this.count - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.time[middle] - this.time[0] <= seconds) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The curves of yaw, pitch and roll. */
  get curves() {
    const { time, end, least, greatest } = this.parts
    const parts = new Parts(time, end)
    return least.map((values, angle) => new Curve(parts, values, greatest[angle], { isCyclic: angle !== 1 }))
  }

  /** The ranges of time with a flag, in seconds since the first row. */
  runs(name) {
    const bit = 1 << Cardan.flagNames.indexOf(name)
    const runs = []
    let from
    for (let row = 0; row <= this.count; row += 1) {
      if (row < this.count && this.flags[row] & bit) from ??= this.time[row] - this.time[0]
      else if (from !== undefined) {
        runs.push([from, this.time[Math.min(row, this.count - 1)] - this.time[0]])
        from = undefined
      }
    }
    return runs
  }

  /** All that is shown of the row at a time. */
  stateAt(seconds) {
    const row = this.rowAt(seconds)
    const quaternion = this.quaternion.subarray(4 * row, 4 * row + 4)
    const rows = this.#angles.rows(1)
    rows.quaternion.set(quaternion)
    this.#angles.anglesOfRows(1)
    const [yaw, pitch, roll, heading] = rows.angles
    const block = this.stateWidth * Math.floor(row / this.blockLength)
    const bias = [...this.states.subarray(block, block + 3)]
    return {
      quaternion, yaw, pitch, roll, heading, orientation: Cardan.orientationNames[this.orientation[row]], bias,
      rate: bias.map((value, axis) => this.angularRate[3 * row + axis] - value), flags: this.flags[row],
      tiltSigma: this.states[block + 3], headingSigma: this.states[block + 4] }
  }

  /** The timestamp of a row in seconds, as in the log, to the nanosecond. */
  #timestamp(row) {
    const timestamp = this.first + BigInt(Math.round(this.time[row] * 1e9))
    const digits = String(timestamp < 0n ? -timestamp : timestamp).padStart(10, '0')
    return `${timestamp < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`
  }

  /** The result as a CSV file. */
  get csv() {
    const pieces = ['t [s],q_w,q_x,q_y,q_z,flags\n']
    const lines = []
    for (let row = 0; row < this.count; row += 1) {
      const quaternion = Array.from(this.quaternion.subarray(4 * row, 4 * row + 4), (number) => number.toFixed(9))
      const flags = Cardan.flagNames.filter((_, bit) => this.flags[row] >> bit & 1).map(snakeCase).join('|')
      lines.push(`${this.#timestamp(row)},${quaternion.join(',')},${flags}\n`)
      if (lines.length === 10_000) pieces.push(lines.splice(0).join(''))
    }
    return new Blob([...pieces, lines.join('')], { type: 'text/csv' })
  }
}

function snakeCase(name) { return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }
