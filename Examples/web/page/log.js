// Parses a CSV log in pieces of bytes, as `cardan fuse` reads it: a header of columns with units, then rows of numbers. Units are
// never guessed; a unit applies until the next column of its quantity that has one.

const quantities = [
  { name: 'time', stems: ['t', 'time', 'timestamp'], units: { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, μs: 1e-6, ns: 1e-9 } },
  {
    name: 'angularRate', stems: ['g', 'gyr', 'gyro', 'gyroscope', 'w', 'omega'],
    units: { 'rad/s': 1, 'deg/s': Math.PI / 180, '°/s': Math.PI / 180, dps: Math.PI / 180 } },
  {
    name: 'specificForce', stems: ['a', 'acc', 'accel', 'accelerometer', 'acceleration'],
    units: { 'm/s^2': 1, 'm/s2': 1, 'm/s²': 1, g: 9.80665, mg: 9.80665e-3 } },
  {
    name: 'magneticField', stems: ['m', 'mag', 'magnetometer'],
    units: { uT: 1, µT: 1, μT: 1, nT: 1e-3, G: 100, Gs: 100, mG: 0.1 } }]

const [newline, comma, semicolon, tab, minus, plus, point, zero, nine] = [...'\n,;\t-+.09'].map((c) => c.charCodeAt(0))
const powersOfTen = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`))

/** The units of each quantity. */
export const unitNames = Object.fromEntries(quantities.map(({ name, units }) => [name, Object.keys(units)]))

/** An error in a log, with its line; `missingUnit` names the quantity that needs a unit. */
export class LogError extends Error {
  missingUnit
}

/** Parses bytes into rows. */
export class LogParser {
  #decoder = new TextDecoder()
  #rest = new Uint8Array(0)
  #columns
  #line = 0
  #units

  /** @param {object} [units] the units of quantities that the header gives none for */
  constructor(units = {}) { this.#units = units }

  /** Whether the header has a magnetometer; valid after the first row. */
  hasMagnetometer = false

  /**
   * Reads the rows that are complete, and keeps the rest for the next call.
   * @param {Uint8Array} bytes the next piece of the file
   * @param {boolean} isLast whether the file ends here
   * @param {() => {columns: object, row: number}} nextRow says where the next row goes
   */
  read(bytes, isLast, nextRow) {
    const data = new Uint8Array(this.#rest.length + bytes.length + (isLast ? 1 : 0))
    data.set(this.#rest)
    data.set(bytes, this.#rest.length)
    if (isLast) data[data.length - 1] = newline
    let start = 0
    for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, start)) {
      this.#line += 1
      this.#takeLine(data, start, end, nextRow)
      start = end + 1
    }
    this.#rest = data.slice(start)
    if (isLast && !this.#columns) throw new LogError('the file ends before the header with the column names')
  }

  #takeLine(data, start, end, nextRow) {
    if (end > start && data[end - 1] === 13) end -= 1
    if (end === start) return
    if (this.#columns) return this.#takeRow(data, start, end, nextRow)
    const text = this.#decoder.decode(data.subarray(start, end)).replace(/^\uFEFF/, '')
    if (!/^\s*(#|$)/.test(text)) this.#takeHeader(text)
  }

  #takeHeader(text) {
    const delimiter = [',', ';', '\t'].find((candidate) => text.includes(candidate))
    if (!delimiter) throw new LogError(`line ${this.#line} is not a header of column names separated by commas`)
    const fields = text.split(delimiter).map((field) => field.replaceAll('"', '').trim())
    const found = new Set()
    const units = {}
    this.#columns = fields.map((field) => {
      const [, name, unit] = /^(.*?)\s*(?:[[(](.*)[\])])?$/.exec(field)
      const word = name.toLowerCase().replace(/[^a-z]/g, '')
      const quantity = quantities.find(({ stems }) => stems.includes(word) || stems.includes(word.slice(0, -1)))
      const axis = quantity?.name === 'time' ? 0 : 'xyz'.indexOf(word.at(-1))
      if (!quantity || axis < 0 || (quantity.name === 'time') !== quantity.stems.includes(word)) return null
      if (found.has(quantity.name + axis)) throw new LogError(`duplicate column ${name}`)
      found.add(quantity.name + axis)
      units[quantity.name] = unit ?? units[quantity.name] ?? this.#units[quantity.name]
      const factor = quantity.units[units[quantity.name]]
      if (factor === undefined) {
        const known = Object.keys(quantity.units).join(', ')
        const error = new LogError(`column ${name} needs a unit in brackets, one of ${known}`)
        error.missingUnit = quantity.name
        throw error
      }
      return { name: quantity.name, axis, factor, isTime: quantity.name === 'time' }
    })
    for (const { name } of quantities) {
      const count = [0, 1, 2].filter((axis) => found.has(name + axis)).length
      if (name === 'magneticField' && count === 0) continue
      if (count !== (name === 'time' ? 1 : 3)) {
        throw new LogError(`a log needs columns t [s], gyro_x [rad/s], gyro_y, gyro_z, accel_x [m/s^2], accel_y, accel_z`)
      }
    }
    this.hasMagnetometer = found.has('magneticField0')
  }

  #takeRow(data, start, end, nextRow) {
    const { columns, row } = nextRow()
    if (!this.hasMagnetometer) columns.magneticField.fill(NaN, 3 * row, 3 * row + 3)
    let field = 0
    for (const column of this.#columns) {
      if (field > 0 && start > end) throw new LogError(`line ${this.#line} has ${field} of ${this.#columns.length} columns`)
      let stop = start
      while (stop < end && data[stop] !== comma && data[stop] !== semicolon && data[stop] !== tab) stop += 1
      if (column) {
        const number = this.#number(data, start, stop)
        if (column.isTime) columns.time[row] = number * column.factor
        else columns[column.name][3 * row + column.axis] = number * column.factor
      }
      field += 1
      start = stop + 1
    }
  }

  /** A decimal number. With up to 15 digits, numerator and power of ten are exact, so their quotient is rounded once. */
  #number(data, start, end) {
    let at = start
    const isNegative = data[at] === minus
    if (isNegative || data[at] === plus) at += 1
    let [digits, count, places] = [0, 0, -1]
    for (; at < end; at += 1) {
      const byte = data[at]
      if (byte >= zero && byte <= nine) {
        digits = digits * 10 + byte - zero
        count += 1
        if (places >= 0) places += 1
      } else if (byte === point && places < 0) places = 0
      else return this.#otherNumber(data, start, end)
    }
    if (count === 0 || count > 15) return this.#otherNumber(data, start, end)
    const size = places > 0 ? digits / powersOfTen[places] : digits
    return isNegative ? -size : size
  }

  /** Exponents, many digits, white space, and missing readings: empty or nan. */
  #otherNumber(data, start, end) {
    const text = this.#decoder.decode(data.subarray(start, end)).trim()
    if (text === '' || text.toLowerCase() === 'nan') return NaN
    const number = Number(text)
    if (Number.isNaN(number)) throw new LogError(`line ${this.#line}: expected a number, found '${text}'`)
    return number
  }
}
