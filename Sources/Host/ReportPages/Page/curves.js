// Values over time in parts: the least and the greatest of each part, which are equal where a part is one row. Above them stands a
// pyramid, in which a node has the least and the greatest of eight below, so that what is visible is drawn from few of them.

const branches = 8

/** The highest floor of the pyramid on which that number of parts still has `least` nodes. */
function floorFor(count, least) {
  let floor = 0
  while (count >= least * branches ** (floor + 1)) floor += 1
  return floor
}

/** The parts of a recording. Times are in seconds. */
export class Parts {
  #floors = []
  #isSorted

  /**
   * @param {ArrayLike<number>} time the start of each part
   * @param {ArrayLike<number>} [end] the end of each part; without it every part is one row
   * @param {(part: number) => boolean} [isBroken] whether a gap comes before a part
   */
  constructor(time, end = time, isBroken = () => false) {
    this.time = time
    this.end = end
    this.isBroken = isBroken
  }

  get count() { return this.time.length }

  /** Whether no timestamp goes back. */
  get isSorted() {
    if (this.#isSorted === undefined) {
      const { time } = this
      let part = 1
      while (part < time.length && time[part] >= time[part - 1]) part += 1
      this.#isSorted = part >= time.length
    }
    return this.#isSorted
  }

  /** The last part that begins at or before a time; the first one if none does. Timestamps may go back. */
  at(seconds) { return Math.max(0, lastWhere(this.count, (part) => this.time[part] <= seconds)) }

  /** The first and the last part between two times, and perhaps more where timestamps go back; the last before the first if none is. */
  span(from, to) {
    if (!this.isSorted) return [0, this.count - 1]
    return [lastWhere(this.count, (part) => this.end[part] < from) + 1, lastWhere(this.count, (part) => this.time[part] <= to)]
  }

  /** The nodes of a floor of the pyramid: their starts, ends, and whether a gap is before or in them. */
  floor(number) {
    if (number === 0) return this
    return this.#floors[number] ??= this.#built(this.floor(number - 1))
  }

  #built(below) {
    const count = Math.ceil(below.time.length / branches)
    const [time, end, broken] = [new Float64Array(count), new Float64Array(count), new Uint8Array(count)]
    for (let node = 0; node < count; node += 1) {
      const [first, last] = [node * branches, Math.min((node + 1) * branches, below.time.length) - 1]
      time[node] = below.time[first]
      end[node] = below.end[last]
      for (let part = first; part <= last; part += 1) if (below.isBroken(part)) broken[node] = 1
    }
    return { time, end, isBroken: (node) => broken[node] === 1 }
  }
}

/** The last index below `count` for which a condition holds that holds up to it; -1 if it never does. */
function lastWhere(count, holds) {
  let [low, high] = [-1, count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** A curve: least and greatest value of each part, NaN where it has none. */
export class Curve {
  #least
  #greatest
  #isZero
  #floors = []

  /**
   * @param {Parts} parts
   * @param {ArrayLike<number> | (() => ArrayLike<number>)} least a function is called when its values are first needed
   * @param {ArrayLike<number> | (() => ArrayLike<number>)} [greatest]
   */
  constructor(parts, least, greatest = least, { isCyclic = false, isZero } = {}) {
    Object.assign(this, { parts, isCyclic })
    this.#least = least
    this.#greatest = greatest
    this.#isZero = isZero
  }

  get least() {
    if (typeof this.#least === 'function') this.#least = this.#least()
    return this.#least
  }

  get greatest() {
    if (typeof this.#greatest === 'function') this.#greatest = this.#greatest()
    return this.#greatest
  }

  /** Whether every value is zero. */
  get isZero() {
    const isNothing = (value) => value === 0 || Number.isNaN(value)
    this.#isZero ??= [this.least, this.greatest].every((values) => Array.prototype.every.call(values, isNothing))
    return this.#isZero
  }

  /** The nodes of a floor of the pyramid: their least and greatest values. */
  #floor(number) {
    if (number === 0) return this
    return this.#floors[number] ??= this.#built(this.#floor(number - 1))
  }

  #built({ least, greatest }) {
    const count = Math.ceil(least.length / branches)
    const above = { least: new Float32Array(count), greatest: new Float32Array(count) }
    for (let node = 0; node < count; node += 1) {
      const range = [NaN, NaN]
      const end = Math.min((node + 1) * branches, least.length)
      for (let part = node * branches; part < end; part += 1) widen(range, least[part], greatest[part], this.isCyclic)
      ;[above.least[node], above.greatest[node]] = range
    }
    return above
  }

  /** The least and greatest value between two times, all of -180 to 180 for angles that pass its end; undefined without values. */
  range(from, to) {
    let [low, high] = [Infinity, -Infinity]
    this.#between(from, to, 2048, (least, greatest) => {
      if (least < low) low = least
      if (greatest > high) high = greatest
    })
    if (this.isCyclic && (low < -180 || high > 180)) return [-180, 180]
    return low <= high ? [low, high] : undefined
  }

  /** The greatest values of up to some thousand stretches between two times. */
  peaks(from, to) {
    const found = []
    this.#between(from, to, 1024, (least, greatest) => { if (!Number.isNaN(greatest)) found.push(greatest) })
    return found
  }

  /** Calls `use(least, greatest)` for what is between two times, for `most` nodes or up to eight times as many. */
  #between(from, to, most, use) {
    const [first, last] = this.parts.span(from, to)
    const number = floorFor(last - first + 1, most)
    const { time, end } = this.parts.floor(number)
    const { least, greatest } = this.#floor(number)
    const size = branches ** number
    for (let node = Math.floor(first / size); node <= Math.floor(last / size); node += 1) {
      if (end[node] >= from && time[node] <= to) use(least[node], greatest[node])
    }
  }

  /** The least and greatest value of the part at a time. */
  at(seconds) {
    const part = this.parts.at(seconds)
    return [this.least[part], this.greatest[part]]
  }

  /**
   * Calls `point(x, least, greatest, isBroken)` for each of the columns that have a value, from left to right. The values of a
   * cyclic curve are continuous within a column, so they may lie beyond 180.
   * @param {(seconds: number) => number} place the place of a time in columns, linear
   * @param {number} columns how many columns there are; one more is given on either side
   */
  forEachColumn(place, columns, point) {
    const { isCyclic } = this
    const slope = place(1) - place(0)
    const [first, last] = this.parts.span(-place(0) / slope, (columns - place(0)) / slope)
    const number = floorFor(last - first + 1, 4 * columns)
    const { time, end, isBroken: isBrokenBefore } = this.parts.floor(number)
    const { least, greatest } = this.#floor(number)
    const size = branches ** number
    const limit = Math.min(time.length - 1, Math.floor((last + 1) / size))
    let [column, sum, count, isBroken] = [NaN, 0, 0, false]
    const range = [NaN, NaN]
    const flush = () => { if (count > 0) point(sum / count, range[0], range[1], isBroken) }
    let [before, after] = [-1, false]
    for (let node = Math.floor(Math.max(0, first - 1) / size); node <= limit && !after; node += 1) {
      const x = place((time[node] + end[node]) / 2)
      if (x < 0) {
        before = node
        continue
      }
      if (before >= 0) {
        add(before, place((time[before] + end[before]) / 2))
        before = -1
      }
      add(node, x)
      after = x > columns
    }
    flush()

    function add(node, x) {
      if (count > 0 && isBrokenBefore(node)) {
        flush()
        count = 0
      }
      if (!(least[node] <= greatest[node])) return
      const mine = Math.floor(x)
      if (mine !== column || count === 0) {
        flush()
        ;[column, sum, count, isBroken] = [mine, 0, 0, isBrokenBefore(node)]
        range[0] = range[1] = NaN
      }
      sum += x
      count += 1
      widen(range, least[node], greatest[node], isCyclic)
    }
  }
}

/** Widens a range to values; angles of a range are continuous, over the edge too. */
function widen(range, least, greatest, isCyclic) {
  if (!(least <= greatest)) return
  const turn = isCyclic && range[0] <= range[1] ? 360 * Math.round((range[0] + range[1] - least - greatest) / 720) : 0
  if (!(range[0] <= least + turn)) range[0] = least + turn
  if (!(range[1] >= greatest + turn)) range[1] = greatest + turn
}
