// Cardan in a browser, a worker or Node: attitude from gyroscope, accelerometer and magnetometer, computed by cardan.wasm
// beside this file.
//
// Units are SI: s, rad/s, m/s², µT, radians. Body axes of a phone: x to the right of the screen, y to its top, z out of it.
// The output frame is east-north-up with a magnetometer; without one it is level, with a heading that starts near zero.

/**
 * Three numbers, x y z. Leave out a missing reading, or pass NaN.
 * @typedef {ArrayLike<number>} Vector
 */

/**
 * Rows of a recording in the module's memory: write to the first four, call `fuseRows`, read the others.
 * @typedef {object} Rows
 * @property {Float64Array} time timestamps in seconds
 * @property {Float64Array} angularRate rad/s, three a row
 * @property {Float64Array} specificForce m/s², three a row, up at rest
 * @property {Float64Array} magneticField µT, three a row, NaN without a reading
 * @property {Float64Array} quaternion output frame from body, w x y z a row
 * @property {Float64Array} angles written by `anglesOfRows`: the numbers of `deviceAngles`, four a row
 * @property {Uint16Array} flags see `Cardan.flagNames`
 * @property {Uint8Array} orientation see `Cardan.orientationNames`
 */

const url = new URL('cardan.wasm', import.meta.url)
const module = await WebAssembly.compile(await bytesOf(url))

/** An attitude filter with its own memory. */
export class Cardan {
  /** The bits of the flags, from the lowest. */
  static flagNames = Object.freeze([
    'angularRateRejected', 'specificForceRejected', 'magneticFieldRejected', 'intervalRejected', 'afterGap', 'atRest',
    'initializing', 'fieldDisturbed', 'saturated', 'correctedByJump', 'discontinuity', 'angularRateAbsent',
    'specificForceAbsent', 'magneticFieldAbsent', 'headingUnknown',
    'velocityRejected'])
  /** The bits of the doubts about the readings, from the lowest. */
  static doubtNames = Object.freeze(['forceUnit', 'rateUnit', 'rateAxes', 'forceHangs', 'fieldHangs'])
  /** The device orientations, in the order of UIKit's UIDeviceOrientation. */
  static orientationNames = Object.freeze([
    'unknown', 'portrait', 'portrait-upside-down', 'landscape-left', 'landscape-right', 'face-up', 'face-down'])

  #exports
  #engine
  #rows
  #capacity = 0
  #readings
  #orientation = 0
  #isRead = false

  constructor() {
    this.#exports = new WebAssembly.Instance(module).exports
    this.#engine = aligned(this.#exports.__heap_base.value)
    this.reset()
    this.rows(1)
  }

  /** Restart the filter. */
  reset() {
    this.#exports.cardan_initialize(this.#engine)
    this.#isRead = false
  }

  /**
   * Process a sample.
   * @param {number} interval seconds since the previous sample; 0 for the first
   * @param {Vector} angularRate rad/s
   * @param {Vector} [specificForce] the accelerometer's reading, m/s², up at rest
   * @param {Vector} [magneticField] µT
   * @returns {number} the flags: see `flagNames`
   */
  update(interval, angularRate, specificForce = absent, magneticField = absent) {
    this.#isRead = false
    return this.#exports.cardan_update(
      this.#engine, interval, angularRate[0], angularRate[1], angularRate[2],
      specificForce[0], specificForce[1], specificForce[2], magneticField[0], magneticField[1], magneticField[2])
  }

  /**
   * Process a sample with its timestamp instead of an interval; gaps, jitter and out-of-order timestamps are handled.
   * @param {number} time seconds since any epoch
   * @param {Vector} angularRate rad/s
   * @param {Vector} [specificForce] m/s²
   * @param {Vector} [magneticField] µT
   * @returns {number} the flags
   */
  updateAt(time, angularRate, specificForce = absent, magneticField = absent) {
    this.#isRead = false
    return this.#exports.cardan_update_at(
      this.#engine, time, angularRate[0], angularRate[1], angularRate[2],
      specificForce[0], specificForce[1], specificForce[2], magneticField[0], magneticField[1], magneticField[2])
  }

  /**
   * Process a whole recording, or its next piece.
   * @param {object} recording
   * @param {ArrayLike<number>} recording.time N timestamps in seconds
   * @param {ArrayLike<number>} recording.angularRate rad/s, 3 N numbers
   * @param {ArrayLike<number>} recording.specificForce m/s², 3 N numbers
   * @param {ArrayLike<number>} [recording.magneticField] µT, 3 N numbers
   * @returns {{quaternion: Float64Array, flags: Uint16Array, orientation: Uint8Array}} 4 N, N and N numbers
   */
  fuse({ time, angularRate, specificForce, magneticField }) {
    const count = time.length
    for (const [name, numbers] of Object.entries({ angularRate, specificForce, magneticField })) {
      if (numbers === undefined && name === 'magneticField') continue
      if (numbers?.length !== 3 * count) throw new RangeError(`${name} needs three numbers for each timestamp`)
    }
    const result = {
      quaternion: new Float64Array(4 * count), flags: new Uint16Array(count), orientation: new Uint8Array(count) }
    for (let start = 0; start < count; start += blockLength) {
      const length = Math.min(blockLength, count - start)
      const rows = this.rows(length)
      rows.time.set(piece(time, start, length))
      rows.angularRate.set(piece(angularRate, 3 * start, 3 * length))
      rows.specificForce.set(piece(specificForce, 3 * start, 3 * length))
      if (magneticField) rows.magneticField.set(piece(magneticField, 3 * start, 3 * length))
      else rows.magneticField.fill(NaN)
      this.fuseRows(length)
      result.quaternion.set(rows.quaternion, 4 * start)
      result.flags.set(rows.flags, start)
      result.orientation.set(rows.orientation, start)
    }
    return result
  }

  /**
   * Rows in the module's memory, for use without copies. The arrays are valid until `rows` is called for more.
   * @param {number} count
   * @returns {Rows}
   */
  rows(count) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('count must be a whole number from 0')
    if (count > this.#capacity || !this.#rows) this.#allocate(Math.max(count, 1))
    const rows = {}
    for (const [name, width] of columns) rows[name] = this.#rows[name].subarray(0, width * count)
    return rows
  }

  /**
   * Process the first `count` rows of `rows(count)`.
   * @param {number} count
   */
  fuseRows(count) {
    if (!(count <= this.#capacity)) throw new RangeError('there are fewer rows')
    this.#isRead = false
    const { time, angularRate, specificForce, magneticField, quaternion, flags, orientation } = this.#rows
    this.#exports.cardan_fuse(
      this.#engine, count, time.byteOffset, angularRate.byteOffset, specificForce.byteOffset,
      magneticField.byteOffset, quaternion.byteOffset, flags.byteOffset, orientation.byteOffset)
  }

  /**
   * Compute the `angles` of the first `count` rows from their `quaternion`.
   * @param {number} count
   */
  anglesOfRows(count) {
    if (!(count <= this.#capacity)) throw new RangeError('there are fewer rows')
    this.#exports.cardan_angles(count, this.#rows.quaternion.byteOffset, this.#rows.angles.byteOffset)
  }

  /**
   * Rotate all later outputs about the vertical, counter-clockwise seen from above: to an external north, or by minus the
   * declination to true north.
   * @param {number} angle radians
   */
  turnOutputs(angle) {
    this.#exports.cardan_turn_outputs(this.#engine, angle)
    this.#isRead = false
  }

  /**
   * What is doubtful about the readings so far, some of `doubtNames`: a specific force that is not in m/s², an angular rate in deg/s
   * or with signs or axes that do not fit the specific force, an axis of the specific force or the magnetic field that hangs. A doubt stays until `reset`.
   * @returns {string[]}
   */
  get doubts() {
    const bits = this.#exports.cardan_doubts(this.#engine)
    return Cardan.doubtNames.filter((_, bit) => bits >> bit & 1)
  }

  /** The attitude, output frame from body: w x y z. @returns {Float64Array} */
  get quaternion() { return this.#read(0, 4) }

  /**
   * Angles in the order z-y'-x″ of aviation and robots, in radians.
   * @returns {{yaw: number, pitch: number, roll: number}}
   */
  get euler() {
    const [yaw, pitch, roll] = this.#read(4, 3)
    return { yaw, pitch, roll }
  }

  /**
   * Angles in the order z-x'-y″ of phones, in radians: pitch is about x in [-π/2, π/2], roll about y in [-π, π]; and `heading`.
   * @returns {{yaw: number, pitch: number, roll: number, heading: number}}
   */
  get deviceAngles() {
    const [yaw, pitch, roll] = this.#read(7, 3)
    return { yaw, pitch, roll, heading: this.heading }
  }

  /** Gravity in body axes, m/s²; it points down. @returns {Float64Array} */
  get gravity() { return this.#read(10, 3) }

  /** Acceleration without gravity in body axes, m/s². @returns {Float64Array} */
  get userAcceleration() { return this.#read(13, 3) }

  /** The estimated gyroscope bias, rad/s. @returns {Float64Array} */
  get gyroscopeBias() { return this.#read(16, 3) }

  /**
   * The heading, clockwise from north in [0, 2π): of the top edge (y), or of the back (-z) when the screen is steeper than 60°.
   * @returns {number}
   */
  get heading() { return this.#read(19, 1)[0] }

  /** One standard deviation of the tilt, radians. @returns {number} */
  get tiltDeviation() { return this.#read(20, 1)[0] }

  /** One standard deviation of the heading, radians; without a magnetometer since the start. @returns {number} */
  get headingDeviation() { return this.#read(21, 1)[0] }

  /** The device orientation: one of `orientationNames`. @returns {string} */
  get orientation() {
    this.#read(0, 0)
    return Cardan.orientationNames[this.#orientation]
  }

  /** A copy of some outputs. */
  #read(first, count) {
    if (!this.#isRead) {
      this.#orientation = this.#exports.cardan_read(this.#engine, this.#readings.byteOffset)
      this.#isRead = true
    }
    return this.#readings.slice(first, first + count)
  }

  /** Lays out engine, readings and columns one after the other, and grows the memory if needed. */
  #allocate(capacity) {
    const { memory, cardan_engine_size } = this.#exports
    const start = aligned(this.#engine + cardan_engine_size())
    let end = start + 8 * readingCount
    const places = columns.map(([name, width, type]) => {
      const place = aligned(end)
      end = place + capacity * width * type.BYTES_PER_ELEMENT
      return [name, type, place, capacity * width]
    })
    const missing = end - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / 65536))
    this.#readings = new Float64Array(memory.buffer, start, readingCount)
    this.#rows = {}
    for (const [name, type, place, length] of places) this.#rows[name] = new type(memory.buffer, place, length)
    this.#capacity = capacity
  }
}

const absent = [NaN, NaN, NaN]
const readingCount = 22
const blockLength = 8192
const columns = [
  ['time', 1, Float64Array], ['angularRate', 3, Float64Array], ['specificForce', 3, Float64Array],
  ['magneticField', 3, Float64Array], ['quaternion', 4, Float64Array], ['angles', 4, Float64Array],
  ['flags', 1, Uint16Array], ['orientation', 1, Uint8Array]]

/** A part of an array; that of a typed array is not copied. */
function piece(numbers, start, length) {
  return (numbers.subarray ?? Array.prototype.slice).call(numbers, start, start + length)
}

function aligned(address) { return Math.ceil(address / 16) * 16 }

/** Node cannot fetch files. */
async function bytesOf(url) {
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url)
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} not loaded: ${response.status}`)
  return response.arrayBuffer()
}
