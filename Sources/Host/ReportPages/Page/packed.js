// Columns of numbers as `PackedColumn.swift` packs them, which says what the bits mean.

const blockSize = 256
const escape = 24

/** Bits, the most significant of each byte first. */
class Bits {
  #bytes
  #place = 0

  /** @param {Uint8Array} bytes with four more at the end */
  constructor(bytes) { this.#bytes = bytes }

  /** The next bits at the top of 32, of which 25 are there. */
  #window() {
    const [bytes, at] = [this.#bytes, this.#place >> 3]
    return (bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]) << (this.#place & 7)
  }

  /** The next bits as a number, at most 25. */
  take(count) {
    if (count === 0) return 0
    const number = this.#window() >>> (32 - count)
    this.#place += count
    return number
  }

  long() {
    let left = this.take(6)
    let number = 0
    for (; left > 0; left -= Math.min(left, 24)) {
      const part = Math.min(left, 24)
      number = number * 2 ** part + this.take(part)
    }
    return number
  }

  /** The next number in the code of Rice, unfolded. */
  rice(k) {
    const ones = Math.clz32(~this.#window())
    if (ones >= escape) {
      this.#place += escape
      return unfolded(this.long())
    }
    this.#place += ones + 1
    const number = ones << k | this.take(k)
    return number >>> 1 ^ -(number & 1)
  }
}

/** 0, 1, 2, 3 ... are 0, -1, 1, -2 ... */
const unfolded = (number) => number % 2 === 0 ? number / 2 : -(number + 1) / 2

/**
 * The numbers of a column, NaN where it has none.
 * @param {Uint8Array} bytes with four more at the end
 * @param {Float32Array | Float64Array} numbers as many as the column has
 * @param {number} divisor what each number is divided by
 */
export function unpack(bytes, numbers, divisor = 1) {
  const bits = new Bits(bytes)
  for (let start = 0; start < numbers.length; start += blockSize) {
    const end = Math.min(start + blockSize, numbers.length)
    const kind = bits.take(2)
    if (kind === 0) {
      numbers.fill(NaN, start, end)
      continue
    }
    const unit = 2 ** (bits.take(8) - 128)
    if (kind === 1) {
      numbers.fill(unfolded(bits.long()) * unit / divisor, start, end)
      continue
    }
    const isLine = bits.take(1) === 1
    const k = bits.take(5)
    let [last, step, isFirst] = [unfolded(bits.long()), 0, true]
    for (let place = start; place < end; place += 1) {
      if (kind === 3 && bits.take(1) === 0) {
        numbers[place] = NaN
        continue
      }
      if (!isFirst) {
        const next = last + step + bits.rice(k)
        if (isLine) step = next - last
        last = next
      }
      isFirst = false
      numbers[place] = last * unit / divisor
    }
  }
  return numbers
}
