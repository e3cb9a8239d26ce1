// Reads a log with log.wasm: header, units, numbers, timestamps and checks are those of the command, in the same Swift.

const url = new URL('log.wasm', import.meta.url)
const module = await WebAssembly.compile(await bytesOf(url))
const quantities = ['time', 'angularRate', 'specificForce', 'magneticField', 'rate']

/**
 * An error in a log, with its place. `lacks` names what the caller can give in settings: the unit of a quantity, of which `units` has
 * the symbols, or the `rate`.
 */
export class LogError extends Error {
  lacks
  units
}

/** A log, read forward in bounded memory. */
export class LogReader {
  #exports
  #columns
  #places
  #capacity

  /**
   * Opens a log and reads its header.
   * @param {string} name the name for messages
   * @param {(target: Uint8Array) => number} read writes the next bytes of the log and returns how many, 0 at the end
   * @param {object} [settings] for what the log does not say: symbols of units of `time`, `angularRate`, `specificForce` and
   *   `magneticField`, and the `rate` in Hz
   * @param {number} [capacity] the largest number of rows of a `next`
   */
  constructor(name, read, settings = {}, capacity = 1024) {
    const log = { read: (place, count) => read(new Uint8Array(this.#exports.memory.buffer, place, count)) }
    this.#exports = new WebAssembly.Instance(module, { log }).exports
    this.#capacity = capacity
    const allocate = this.#exports.cardan_allocate
    this.#places = columns.map(([, width, Type]) => allocate(capacity * width * Type.BYTES_PER_ELEMENT))
    const bytes = new TextEncoder().encode(name)
    const place = allocate(bytes.length + 1)
    const units = this.units.map((symbols, index) => symbols.indexOf(settings[quantities[index]]))
    new Uint8Array(this.#exports.memory.buffer).set(bytes, place)
    if (!this.#exports.cardan_open(place, bytes.length, ...units, settings.rate > 0 ? settings.rate : NaN)) this.#fail()
  }

  /** The symbols of the units of each quantity, the SI unit first. */
  get units() { return JSON.parse(this.#text(this.#exports.cardan_units())) }

  /** Whether the log has a magnetometer. */
  get hasMagnetometer() { return (this.#exports.cardan_sensors() & 4) !== 0 }

  /**
   * The next rows, none at the end, valid until the next call: `timestamps` in ns, and three numbers a row of `angularRate` in
   * rad/s, `specificForce` in m/s² and `magneticField` in µT, NaN where absent.
   */
  next() {
    const count = this.#exports.cardan_rows(this.#capacity, ...this.#places)
    if (count < 0) this.#fail()
    const { buffer } = this.#exports.memory
    if (this.#columns?.buffer !== buffer) {
      this.#columns = { buffer, ...Object.fromEntries(columns.map(([name, width, Type], index) => [
        name, new Type(buffer, this.#places[index], this.#capacity * width)])) }
    }
    return { count, ...Object.fromEntries(columns.map(([name, width]) => [name, this.#columns[name].subarray(0, count * width)])) }
  }

  /** The verdict and the findings on the rows that were read, as `cardan doctor --json` has them. */
  get findings() { return JSON.parse(this.#text(this.#exports.cardan_findings())) }

  #text(length) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, this.#exports.cardan_text(), length))
  }

  #fail() {
    const error = new LogError(this.#text(this.#exports.cardan_error()))
    error.lacks = quantities[this.#exports.cardan_error_lacks()]
    error.units = Object.fromEntries(this.units.map((symbols, index) => [quantities[index], symbols]))
    throw error
  }
}

const columns = [
  ['timestamps', 1, BigInt64Array], ['angularRate', 3, Float64Array], ['specificForce', 3, Float64Array],
  ['magneticField', 3, Float64Array]]

/** Reads bytes in memory, in pieces. */
export function bytesReader(bytes, pieceLength = 1 << 18) {
  let at = 0
  return (target) => {
    const piece = bytes.subarray(at, at + Math.min(pieceLength, target.length))
    target.set(piece)
    at += piece.length
    return piece.length
  }
}

/** Node cannot fetch files. */
async function bytesOf(url) {
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url)
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} not loaded: ${response.status}`)
  return response.arrayBuffer()
}
