// Parses a CSV log in pieces of bytes, as `cardan fuse` reads it: a header of columns with units, then rows of numbers. Names and
// units are those of names.js, which is made from the table of the command. Units are never guessed; the first unit of a quantity
// is that of its columns without one.

import { columns as knownColumns, units as knownUnits } from './names.js'

/** The columns of a log: how many of each a log needs, and the word for it. */
const needs = { time: [1, 'timestamps'], angularRate: [3, 'gyroscope'], specificForce: [3, 'accelerometer'], magneticField: [3, 'magnetometer'] }

const [newline, minus, plus, point, decimalComma, zero, nine, space] = [...'\n-+.,09 '].map((c) => c.charCodeAt(0))
const powersOfTen = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`))

/** The units of each quantity, the SI unit first. */
export const unitNames = Object.fromEntries(
  Object.entries(knownUnits).map(([name, units]) => [name, units.map(([, symbol]) => symbol)]))

/** A spelling of a unit in one form of micro, degree, exponents and multiplication signs. */
const canonical = (unit) => unit.replace(/[\u00b5\u03bc]/g, 'u').replace(/\u00ba/g, '°').replace(/¹/g, '1').replace(/²/g, '2')
  .replace(/[⁻\u2212]/g, '-').replaceAll('^', '').replace(/[·⋅*.\s]+/g, ' ').trim()

/** The factor of a unit; undefined for a spelling of none or of two units. Case matters only where it distinguishes units. */
function factorOf(quantity, unit) {
  const spellings = (knownUnits[quantity] ?? []).flatMap(([factor, ...all]) => all.map((each) => [canonical(each), factor]))
  const wanted = canonical(unit)
  const exact = spellings.find(([spelling]) => spelling === wanted)
  if (exact) return exact[1]
  const loose = new Set(spellings.filter(([spelling]) => spelling.toLowerCase() === wanted.toLowerCase()).map(([, factor]) => factor))
  return loose.size === 1 ? [...loose][0] : undefined
}

/** The content of a column by its name, as in Sources/MotionLogs/Schema/ColumnName.swift; null for unknown names. */
function columnOf(field) {
  const [, name, bracketed] = /^(.*?)\s*(?:[[(]\s*([^[(]*?)\s*[\])])?$/.exec(field)
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word)
  for (let count = words.length; count > 0; count -= 1) {
    const known = knownColumns[words.slice(0, count).join('')]
    if (!known) continue
    const [quantity, axis] = known
    const rest = words.slice(words[count] === 'in' ? count + 1 : count)
    const suffix = [rest.join(''), rest.join('/')].find((unit) => factorOf(quantity, unit) !== undefined)
    if (count < words.length && suffix === undefined) return null
    return { field, quantity, axis, unit: bracketed || (count < words.length ? suffix : undefined) }
  }
  return null
}

/** The separator that is most frequent outside of brackets: a comma, a semicolon or a tab; without one a space. */
function delimiterOf(header) {
  const plain = header.replace(/[[(][^\])]*[\])]/g, '')
  const counts = [',', ';', '\t'].map((separator) => plain.split(separator).length - 1)
  const most = Math.max(...counts)
  return most > 0 ? [',', ';', '\t'][counts.indexOf(most)] : ' '
}

/** An error in a log, with its line; `missingUnit` names the quantity that needs a unit. */
export class LogError extends Error {
  missingUnit
}

/** Parses bytes into rows. */
export class LogParser {
  #decoder = new TextDecoder()
  #rest = new Uint8Array(0)
  #columns
  #delimiter
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
    const delimiter = delimiterOf(text)
    this.#delimiter = delimiter.charCodeAt(0)
    const fields = text.trim().split(delimiter === ' ' ? /\s+(?![[(])/ : delimiter).map((field) => field.replaceAll('"', '').trim())
    const found = fields.map(columnOf).map((column) => (column && column.quantity in needs ? column : null))
    // Of several times, the first with a unit.
    const times = found.filter((column) => column?.quantity === 'time')
    const time = times.find(({ unit }) => unit) ?? times[0]
    this.#columns = found.map((column) => {
      if (!column || (column.quantity === 'time' && column !== time)) return null
      const { field, quantity, axis } = column
      const name = needs[quantity][1]
      if (found.find((other) => other?.quantity === quantity && other.axis === axis) !== column && column !== time) {
        throw new LogError(`${field}: second column for ${'xyz'[axis]} of the ${name}; rename one of them`)
      }
      const unit = column.unit ?? found.find((other) => other?.quantity === quantity && other.unit)?.unit
      const factor = factorOf(quantity, unit ?? this.#units[quantity] ?? '') ?? factorOf(quantity, this.#units[quantity] ?? '')
      if (factor === undefined) {
        const found = unit === undefined ? `no unit for the ${name}` : `unknown unit "${unit}" for the ${name}`
        const error = new LogError(`${field}: ${found}; expected one of ${unitNames[quantity].join(', ')}`)
        error.missingUnit = quantity
        throw error
      }
      return { name: quantity, axis, factor, isTime: quantity === 'time' }
    })
    for (const [quantity, [needed, name]] of Object.entries(needs)) {
      const count = this.#columns.filter((column) => column?.name === quantity).length
      if (count === needed || (quantity === 'magneticField' && count === 0)) continue
      throw new LogError(count === 0 ? `no column of ${name === 'timestamps' ? name : `the ${name}`}; a log needs t [s], gyro_x [rad/s], gyro_y, gyro_z, accel_x [m/s^2], accel_y, accel_z`
        : `missing column of the ${name}, which needs x, y, z`)
    }
    this.hasMagnetometer = this.#columns.some((column) => column?.name === 'magneticField')
  }

  #takeRow(data, start, end, nextRow) {
    const { columns, row } = nextRow()
    if (!this.hasMagnetometer) columns.magneticField.fill(NaN, 3 * row, 3 * row + 3)
    let field = 0
    for (const column of this.#columns) {
      if (field > 0 && start > end) throw new LogError(`line ${this.#line} has ${field} of ${this.#columns.length} columns`)
      if (this.#delimiter === space) while (start < end && data[start] === space) start += 1
      let stop = start
      while (stop < end && data[stop] !== this.#delimiter) stop += 1
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
      } else if ((byte === point || (byte === decimalComma && this.#delimiter !== decimalComma)) && places < 0) places = 0
      else return this.#otherNumber(data, start, end)
    }
    if (count === 0 || count > 15) return this.#otherNumber(data, start, end)
    const size = places > 0 ? digits / powersOfTen[places] : digits
    return isNegative ? -size : size
  }

  /** Exponents, many digits, white space, and missing readings: empty or nan. */
  #otherNumber(data, start, end) {
    let text = this.#decoder.decode(data.subarray(start, end)).trim()
    if (this.#delimiter !== decimalComma) text = text.replace(',', '.')
    if (text === '' || text.toLowerCase() === 'nan') return NaN
    const number = Number(text)
    if (Number.isNaN(number)) throw new LogError(`line ${this.#line}: expected a number, found '${text}'`)
    return number
  }
}
